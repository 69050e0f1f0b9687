"""COAT between people and catalogues: units for studies, and what studies publish."""
