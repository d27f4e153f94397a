"""A tokenizer from a learner's file. The session and the tab keep it; a link cannot hold it."""

from dataclasses import dataclass

from bpe_core import Tokenizer
from bpe_core.files.exchange import BpeModel, LoadedTokenizer
from pages.session.session_state import SessionValue

#: A text to try the tokenizer on: nobody knows which text it was trained on.
_EXAMPLE = "The lowest number of newest words: 你好，世界！"


@dataclass(frozen=True)
class FromFile:
    """A tokenizer from a file, as a source for a lesson."""

    key: str
    name: str
    model: BpeModel

    @property
    def rules(self) -> int:
        """The number of merge rules."""
        return len(self.model.merges)

    def tokenizer(self, rules: int) -> Tokenizer | None:
        """The tokenizer with the first `rules` of its rules."""
        return LoadedTokenizer(self.model.up_to(rules))

    def example(self) -> str:
        """A text to start with."""
        return _EXAMPLE


_from_file = SessionValue[FromFile]("tokenizer_file")


def uploaded_tokenizer() -> FromFile | None:
    """The tokenizer from this session's file, if there is one."""
    return _from_file.get()


def use_tokenizer(tokenizer: FromFile) -> None:
    """Use this tokenizer from now on."""
    _from_file.put(tokenizer)


def remove_tokenizer() -> None:
    """Stop using the tokenizer from a file."""
    _from_file.take()
