"""`python -m petteia`: the command line."""

from petteia.cli import main

if __name__ == "__main__":
    main()
