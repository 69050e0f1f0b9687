"""COAT: which household object, in which physical state, serves a task best.

Source: the COAT benchmark (github.com/Ayush8120/COAT); its files are read, none is part of this.
"""
