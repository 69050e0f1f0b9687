"""What an export is made of: columns, file formats, the ZIP stream, its description, its check."""
