"""The names that `bpe_core` offers, which imports them from here when the first one is used."""

from bpe_core.algorithms.bpe.recorded_merges import Merge
from bpe_core.algorithms.bpe.state import State, StepView
from bpe_core.algorithms.bpe.tie_rules import TIE_RULES
from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.train import train
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.training import train_unigram
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.errors import BpeError
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import Corpus, Token, Unit
from bpe_core.text.normalization import NORMALIZERS
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from bpe_core.tokenizers.plain_tokenizers import (
    ByteFallbackTokenizer,
    CharacterTokenizer,
    WordTokenizer,
)

__all__ = [
    "NORMALIZERS",
    "PRE_TOKENIZERS",
    "TIE_RULES",
    "BpeError",
    "ByteFallbackTokenizer",
    "CharacterTokenizer",
    "Corpus",
    "Merge",
    "State",
    "StepView",
    "Token",
    "Tokenizer",
    "Trace",
    "TrainingSpecification",
    "UnigramTrace",
    "Unit",
    "WordPieceTrace",
    "WordTokenizer",
    "train",
    "train_bpe",
    "train_unigram",
    "train_wordpiece",
]
