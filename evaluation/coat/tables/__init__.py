"""The tables and figures of COAT as values: rows, columns, cells with their counts."""
