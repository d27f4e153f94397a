"""The vocabularies that a session can look into: published ones, and tokenizer files it brought.

A file of one's own is kept by the server for as long as the tab is there; a link only names it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bpe_core.model_files.built_in import BUILT_IN, BuiltIn
from pages.session.session_state import SessionValue
from pages.session.traces import PRESENCE
from server.model_file_answers import AnswerStore
from server.model_files import ModelFileReaders, ModelFileStore
from server.settings import MEGABYTE, settings
from server.streamlit_internals.sessions import is_connected, session_id

#: Files that a session can use at a time; of more, the one brought first goes.
MOST_OWN = 4
#: What a link says before a file's own name, and how much of its digest and its name.
_OWN, _DIGEST, _NAME = "file", 12, 40
#: What is known of a published one by its digest, which no file has.
_PUBLISHED = "published "


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary: `code` names it in a link, `digest` for the readers, `name` for people.

    `used_by` are models that use it, "" for a file of one's own; `size` counts its tokens.
    """

    code: str
    digest: str
    name: str
    used_by: str
    size: int

    @property
    def is_own(self) -> bool:
        return not self.digest.startswith(_PUBLISHED)


class _Files:
    """Published files from their packages, all others from the store."""

    def get(self, digest: str) -> list[bytes] | None:
        name = digest.removeprefix(_PUBLISHED)
        if name == digest:
            return STORE.get(digest)
        path = BUILT_IN[name].path if name in BUILT_IN else None
        return None if path is None else [path.read_bytes()]


STORE = ModelFileStore(most_bytes=settings().model_file_megabytes * MEGABYTE)
ANSWERS = AnswerStore()
READERS = ModelFileReaders(_Files(), most_open=settings().model_files_open, is_alive=is_connected)
_own = SessionValue[tuple[Vocabulary, ...]]("model_files")


def sweep() -> None:
    """Let go of files whose sessions have ended."""
    STORE.forget(PRESENCE.is_gone)


@cache
def published() -> Mapping[str, Vocabulary]:
    """Those whose package is installed, by their names."""
    return {
        name: Vocabulary(name, _PUBLISHED + name, name, entry.used_by, entry.size)
        for name, entry in BUILT_IN.items()
        if entry.path is not None
    }


@cache
def missing() -> tuple[BuiltIn, ...]:
    """Those whose package is not installed."""
    return tuple(entry for name, entry in BUILT_IN.items() if name not in published())


def own_files() -> tuple[Vocabulary, ...]:
    """The files that this session has brought, the newest last."""
    return _own.get() or ()


def known() -> dict[str, Vocabulary]:
    """All that can be chosen, by the code that a link has for each."""
    return {**published(), **{each.code: each for each in own_files()}}


def bring(digest: str, name: str, size: int) -> Vocabulary:
    """Use a file that the store holds."""
    found = Vocabulary(code_of(digest, name), digest, name, "", size)
    others = tuple(each for each in own_files() if each.digest != digest)
    _own.put((*others, found)[-MOST_OWN:])
    STORE.own(digest, session_id())
    return found


def let_go(vocabulary: Vocabulary) -> None:
    """Use a file no more."""
    _own.put(tuple(each for each in own_files() if each != vocabulary))


def code_of(digest: str, name: str) -> str:
    """What a link calls a file of one's own.

    >>> code_of("0123456789abcdef", "my tokenizer.json")
    'file.0123456789ab.my tokenizer.json'
    """
    return f"{_OWN}.{digest[:_DIGEST]}.{name[-_NAME:]}"


def known_code(code: str) -> str:
    """The code of this session's own file with the same content, whatever it is called there."""
    digest = code.removeprefix(f"{_OWN}.")[:_DIGEST] if wanted_file(code) else None
    same = (each.code for each in own_files() if each.digest[:_DIGEST] == digest)
    return next(same, code)


def wanted_file(code: str) -> str | None:
    """The name of the file that a link asks for by this code; None where it asks for none.

    >>> wanted_file("file.0123456789ab.my.json"), wanted_file("GPT-2")
    ('my.json', None)
    """
    kind, _, rest = code.partition(".")
    digest, dot, name = rest.partition(".")
    return name if kind == _OWN and dot and len(digest) == _DIGEST else None
