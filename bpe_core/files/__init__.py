"""Read and write files: tokenizer files of other libraries, and traces that are kept."""
