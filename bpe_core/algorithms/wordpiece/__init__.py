"""WordPiece: training by score, its trace, and encoding by longest match.

Unlike BPE, which keeps its merges and replays them, WordPiece keeps only its vocabulary.
"""

from bpe_core.algorithms.wordpiece.trace import (
    ScoredMerge,
    ScoredView,
    WordPieceState,
    WordPieceTrace,
)
from bpe_core.algorithms.wordpiece.training import train_wordpiece

__all__ = [
    "ScoredMerge",
    "ScoredView",
    "WordPieceState",
    "WordPieceTrace",
    "train_wordpiece",
]
