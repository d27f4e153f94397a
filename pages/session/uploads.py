"""The vocabularies that a session can inspect: published ones, its own files, the one trained here.

The server keeps a visitor's file for as long as the tab is open. A link only names the file. The
tokenizer trained here is opened as the tokenizer.json that it can be downloaded as; a link says how
it was trained. A tokenizer with which a lesson encodes comes from a file, too: the session and the
tab keep it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from bpe_core import Corpus, Tokenizer, Trace
from bpe_core.files.bpe_model import BpeModel, model_of
from bpe_core.files.exchange import LoadedTokenizer
from bpe_core.files.formats.tokenizer_json import write_hugging_face
from bpe_core.files.inspection.process import PackedFile
from bpe_core.tokenizers.published_vocabularies import PUBLISHED, Published
from pages.session.language import _
from pages.session.session_state import SessionValue
from pages.session.traces import PRESENCE, merges_by_key
from server.settings import MEGABYTE, settings
from server.stores.model_files import AnswerStore, ModelFileReaders, ModelFileStore
from server.streamlit_internals.sessions import is_connected, session_id

#: Files that a session can use at a time. When there are more, the oldest one is dropped.
MOST_OWN = 4
#: What a link puts before a file's name, and how much of its digest and name the link holds.
_OWN, _DIGEST, _NAME = "file", 12, 40
#: The code in a link for the tokenizer trained here.
HERE = "here"
#: Replaces an end-of-word marker of several characters; it is very unlikely to occur in text.
SHORT_MARKER = "¶"
#: The starts of `digest` for published vocabularies and for trained ones; no file's digest begins
#: like this.
_PUBLISHED, _TRAINED = "published ", "trained "


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary: `code` names it in a link, `digest` for the readers, `name` for people.

    `used_by` lists models that use it, and is "" for others. `size` is the number of its tokens.
    """

    code: str
    digest: str
    name: str
    used_by: str
    size: int

    @property
    def is_own(self) -> bool:
        """Whether it is a file that the visitor brought."""
        return not self.digest.startswith((_PUBLISHED, _TRAINED))


class _Files:
    """The files of a vocabulary.

    They come from its package, from the store of uploads, or, for a training, as its download.
    """

    def get(self, digest: str) -> PackedFile | list[bytes] | None:
        if digest.startswith(_TRAINED):
            trace = merges_by_key(digest.removeprefix(_TRAINED))
            return None if trace is None else [write_hugging_face(_with_short_marker(trace))]
        name = digest.removeprefix(_PUBLISHED)
        if name == digest:
            return STORE.get(digest)
        path = PUBLISHED[name].path if name in PUBLISHED else None
        return None if path is None else [path.read_bytes()]


STORE = ModelFileStore(most_bytes=settings().model_file_megabytes * MEGABYTE)
ANSWERS = AnswerStore()
CONTENTS = _Files()
READERS = ModelFileReaders(CONTENTS, most_open=settings().model_files_open, is_alive=is_connected)
_own = SessionValue[tuple[Vocabulary, ...]]("model_files")


def sweep() -> None:
    """Drop the files of sessions that have ended."""
    STORE.forget(PRESENCE.is_gone)


@cache
def published() -> Mapping[str, Vocabulary]:
    """The published vocabularies whose package is installed, by name."""
    return {
        name: Vocabulary(name, _PUBLISHED + name, name, entry.used_by, entry.size)
        for name, entry in PUBLISHED.items()
        if entry.path is not None
    }


@cache
def missing() -> tuple[Published, ...]:
    """The published vocabularies whose package is not installed."""
    return tuple(entry for name, entry in PUBLISHED.items() if name not in published())


def own_files() -> tuple[Vocabulary, ...]:
    """The files that this session has added, the newest last."""
    return _own.get() or ()


def known() -> dict[str, Vocabulary]:
    """All vocabularies that can be chosen, by their codes in a link."""
    return {**published(), **{each.code: each for each in own_files()}}


def trained_here(key: str, size: int) -> Vocabulary:
    """The tokenizer trained here, by the key of its trace, which has to be held."""
    return Vocabulary(HERE, _TRAINED + key, _("the tokenizer trained here"), "", size)


def has_short_marker(corpus: Corpus) -> bool:
    """Whether `SHORT_MARKER` stands for the marker, which has several characters.

    A tokenizer.json cannot insert several. If the text has the short one, too, the file chooses
    what stands for the marker.
    """
    return len(corpus.end_of_word) > 1 and SHORT_MARKER not in corpus.base_vocabulary


def _with_short_marker(trace: Trace) -> BpeModel:
    model = model_of(trace)
    if model.marker is None or not has_short_marker(trace.corpus):
        return model
    base = (*model.base[: model.marker], SHORT_MARKER, *model.base[model.marker + 1 :])
    return replace(model, base=base, end_of_word=SHORT_MARKER)


def add_file(digest: str, name: str, size: int) -> Vocabulary:
    """Add a file that the store holds to this session."""
    vocabulary = Vocabulary(code_of(digest, name), digest, name, "", size)
    others = tuple(each for each in own_files() if each.digest != digest)
    _own.put((*others, vocabulary)[-MOST_OWN:])
    STORE.own(digest, session_id())
    return vocabulary


def remove_file(vocabulary: Vocabulary) -> None:
    """Stop using a file."""
    _own.put(tuple(each for each in own_files() if each != vocabulary))


def code_of(digest: str, name: str) -> str:
    """The code by which a link names a visitor's own file.

    >>> code_of("0123456789abcdef", "my tokenizer.json")
    'file.0123456789ab.my tokenizer.json'
    """
    return f"{_OWN}.{digest[:_DIGEST]}.{name[-_NAME:]}"


def known_code(code: str) -> str:
    """The code of this session's own file with the same content, whatever that file is called."""
    digest = code.removeprefix(f"{_OWN}.")[:_DIGEST] if wanted_file(code) else None
    same = (each.code for each in own_files() if each.digest[:_DIGEST] == digest)
    return next(same, code)


def wanted_file(code: str) -> str | None:
    """The name of the file that a link asks for by this code; None if it asks for no file.

    >>> wanted_file("file.0123456789ab.my.json"), wanted_file("GPT-2.0123456789ab.a")
    ('my.json', None)
    >>> wanted_file("file.my.json"), wanted_file("file.0123456789ab")
    (None, None)
    """
    kind, _dot, rest = code.partition(".")
    digest, dot, name = rest.partition(".")
    return name if kind == _OWN and dot and len(digest) == _DIGEST else None


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
