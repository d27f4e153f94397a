"""The names that `bpe_core` offers, which imports them from here when the first one is used.

`X as X` says to a type checker that a name is offered.
"""

from bpe_core.algorithms.bpe.recorded_merges import Merge as Merge
from bpe_core.algorithms.bpe.state import State as State
from bpe_core.algorithms.bpe.state import StepView as StepView
from bpe_core.algorithms.bpe.tie_rules import TIE_RULES as TIE_RULES
from bpe_core.algorithms.bpe.tokenizer import Tokenizer as Tokenizer
from bpe_core.algorithms.bpe.trace import Trace as Trace
from bpe_core.algorithms.bpe.training import train_bpe as train_bpe
from bpe_core.algorithms.train import train as train
from bpe_core.algorithms.unigram.trace import UnigramTrace as UnigramTrace
from bpe_core.algorithms.unigram.training import train_unigram as train_unigram
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace as WordPieceTrace
from bpe_core.algorithms.wordpiece.training import train_wordpiece as train_wordpiece
from bpe_core.errors import BpeError as BpeError
from bpe_core.specification import TrainingSpecification as TrainingSpecification
from bpe_core.text.corpus import Corpus as Corpus
from bpe_core.text.corpus import Token as Token
from bpe_core.text.corpus import Unit as Unit
from bpe_core.text.normalization import NORMALIZERS as NORMALIZERS
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS as PRE_TOKENIZERS
from bpe_core.tokenizers.plain_tokenizers import ByteFallbackTokenizer as ByteFallbackTokenizer
from bpe_core.tokenizers.plain_tokenizers import CharacterTokenizer as CharacterTokenizer
from bpe_core.tokenizers.plain_tokenizers import WordTokenizer as WordTokenizer
