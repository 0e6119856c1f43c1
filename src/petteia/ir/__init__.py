"""The typed rule program between ludemes and C: nodes, constructors, builder, printer, verifier, interpreter."""
