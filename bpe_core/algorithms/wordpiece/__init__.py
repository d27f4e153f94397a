"""WordPiece: training by score, its trace, and encoding by longest match."""
