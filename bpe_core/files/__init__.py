"""What is read and written: tokenizer files of other libraries, and traces that are kept."""
