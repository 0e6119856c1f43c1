"""Published experiments, run anew: `petteia reproduce NAME` from a clone; they are no part of the package."""
