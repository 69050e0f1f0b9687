"""A catalogue with its passes as a data set that others can load, cite and check."""
