"""A tokenizer that a learner brings in as a file: the session and the tab keep it, no link can."""

from dataclasses import dataclass

from bpe_core import Tokenizer
from bpe_core.files import BpeModel, LoadedTokenizer
from pages.session.session_state import SessionValue

#: What to try it on: nobody knows which text it was learned from.
_EXAMPLE = "The lowest number of newest words: 你好，世界！"


@dataclass(frozen=True)
class FromFile:
    """A tokenizer from a file, as a source for a lesson."""

    key: str
    name: str
    model: BpeModel

    @property
    def rules(self) -> int:
        """How many merge rules there are."""
        return len(self.model.merges)

    def tokenizer(self, rules: int) -> Tokenizer | None:
        """The tokenizer with the first `rules` of its rules."""
        return LoadedTokenizer(self.model.up_to(rules))

    def example(self) -> str:
        """A text to start with."""
        return _EXAMPLE


_from_file = SessionValue[FromFile]("tokenizer_file")


def brought_in() -> FromFile | None:
    """The tokenizer of this session's file, if there is one."""
    return _from_file.get()


def keep(found: FromFile) -> None:
    """Use this tokenizer from now on."""
    _from_file.put(found)


def let_go() -> None:
    """Use none from a file any more."""
    _from_file.take()
