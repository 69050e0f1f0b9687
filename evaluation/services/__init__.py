"""Writing rows of runs: each function one transaction, harmless when it is called twice."""
