"""Question sets in the files of others: Parquet, a Hugging Face folder, an lm-evaluation task."""
