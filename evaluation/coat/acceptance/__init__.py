"""Whether the published COAT data come out as its specification says, each figure counted anew."""
