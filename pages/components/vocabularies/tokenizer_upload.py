"""A field for any tokenizer file: a button, a bar, and a summary of the file once it is open.

A file, or two that belong together, come compressed and in parts. Because they may be large, there
is a limit on how much may be on its way from all visitors together. They go to the server's store,
and from there to a process of its own. An invalid file leads to an error of ours, and is not used.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple
from weakref import WeakSet

import streamlit as st

from bpe_core.errors import BpeError
from bpe_core.files.errors import MOST_BYTES, NOTES, ModelFileError
from bpe_core.files.inspection.process import PackedFile
from bpe_core.files.inspection.tokens import Summary
from bpe_core.text.reading import TooLargeError
from pages.components.component import CONTROLS, component
from pages.components.fields.sending import Reception, Transfer
from pages.components.vocabularies import ask_all, ask_anew, draw_missing_answers, shown_name
from pages.session.language import _, as_code, current_language, gettext, visible
from pages.session.session_state import SessionValue, component_value
from pages.session.uploads import STORE, Vocabulary, add_file, own_files, remove_file
from server.settings import MEGABYTE, settings
from server.streamlit_internals.sessions import session_id


class TooManyOnTheirWayError(BpeError):
    """More is on its way from all visitors together than the server has room for."""

    template = (
        "Many tokenizer files are being sent to this server right now. Wait a minute and choose "
        "yours again."
    )


@dataclass(eq=False)
class FileTransfer(Transfer):
    """A file, compressed with zlib if the browser can do that.

    `whole` is its size, and `first` that of the first of two files.
    """

    METADATA: ClassVar[Mapping[str, type]] = {
        "size": int, "name": str, "packed": bool, "whole": int, "first": int,
    }  # fmt: skip

    @property
    def limit(self) -> int:
        return MOST_BYTES

    def take(self, encoded: str) -> bytes | None:
        """Take the next part; return what was sent once it is complete.

        Raises ModelFileError, TooManyOnTheirWayError, and NotTextError if it is not base64.
        """
        _on_their_way.add(self)
        room = settings().model_file_megabytes * MEGABYTE
        if sum(len(each.data) for each in list(_on_their_way)) + len(encoded) > room:
            raise TooManyOnTheirWayError()
        whole = self.metadata.get("whole", 0)
        if whole > MOST_BYTES:
            raise ModelFileError("file-too-large", size=whole, limit=MOST_BYTES)
        try:
            return super().take(encoded)
        except TooLargeError as error:
            raise ModelFileError("file-too-large", **error.fields) from None

    def file(self, sent: bytes) -> PackedFile:
        """The file, of one part or two, in what was sent; not yet looked into if it is packed."""
        is_packed = self.metadata.get("packed", False)
        size = self.metadata.get("whole", 0) if is_packed else len(sent)
        first = self.metadata.get("first", 0)
        sizes = (first, size - first) if 0 < first < size else (max(0, size),)
        if is_packed:
            return PackedFile(sent, sizes)
        return PackedFile.of([sent[:first], sent[first:]] if len(sizes) > 1 else [sent])


_on_their_way: WeakSet[FileTransfer] = WeakSet()


_PURPOSE = "model file"
#: The most characters in a digest, and in a name, that a tab may remember.
_DIGEST, _NAME = 64, 200
_ALGORITHMS = {"bpe": "BPE", "wordpiece": "WordPiece", "unigram": "Unigram"}

_field = component("components/vocabularies/tokenizer_upload.js", CONTROLS)


class _Held(NamedTuple):
    """A file in the store that is to be opened."""

    digest: str
    name: str

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary("", self.digest, self.name, "", 0)


_reception = Reception("model_file_part", FileTransfer)
#: Files that were in use, and that the server no longer has.
_lacking = SessionValue[tuple[_Held, ...]]("model_lacking")
#: The digest of the file that arrived last.
_came = SessionValue[str]("model_came")
#: Whether a file was ever missing in this session; if so, the box stays open.
_was_lacking = SessionValue[bool]("model_was_lacking")
_opening = SessionValue[tuple[_Held, ...]]("model_opening")


def tokenizer_upload(use: Callable[[Vocabulary], None], drop: Callable[[Vocabulary], None]) -> None:
    """Draw the field in a box.

    `use` is called with a file once it is open, and `drop` with one that is no longer used.
    """
    is_open = _was_lacking.put(bool(_note_lacking()) or bool(_was_lacking.get()))
    with st.expander(_("Use your own tokenizer file"), expanded=is_open):
        _field_and_files(use, drop)


@st.fragment
def _field_and_files(use: Callable[[Vocabulary], None], drop: Callable[[Vocabulary], None]) -> None:
    """Draw the field and the files in use. Only this runs again while a file is on its way."""
    st.caption(
        _(
            "A tokenizer.json, a .model of SentencePiece or minbpe, a .tiktoken file, a "
            "tekken.json, BERT's vocab.txt, subword-nmt's codes, or vocab.json and merges.txt "
            "together: up to {limit} MB. The server keeps the file in memory while your tab is "
            "open, and your browser keeps it for a day at most; a link does not include it.",
            limit=MOST_BYTES // 1_000_000,
        )
    )
    lacking = [each._asdict() for each in _lacking.get() or ()]
    gone = [each["digest"] for each in lacking]
    held = [
        {"digest": each.digest, "name": each.name}
        for each in own_files()
        if each.digest not in gone
    ]
    _field(
        key=_reception.key,
        data={
            **_reception.data(),
            "digest": _came.get() or "",
            "opening": bool(_opening.get()),
            "lacking": lacking,
            "held": held + [each._asdict() for each in _opening.get() or ()],
            "limit": MOST_BYTES,
            "lang": current_language(),
        },
        on_part_change=lambda: _reception.take_part(_keep_file),
        on_kept_change=_restore_file,
    )
    _reception.follow()
    if _open_files(use):
        st.rerun()
    for file in own_files():
        _draw(file, drop)


def _keep_file(transfer: FileTransfer, data: bytes) -> None:
    """Put a file that has come into the store, and wait until it is open."""
    digest = STORE.put(transfer.file(data), session_id())
    _came.put(digest)
    _lacking.put(tuple(each for each in _lacking.get() or () if each.digest != digest))
    _wait_for(_Held(digest, str(transfer.metadata.get("name", ""))[:_NAME]))


def _restore_file() -> None:
    """Use again the files that the tab remembers and the server still has; note the others."""
    kept = component_value(_reception.key, "kept")
    for each in kept if isinstance(kept, list) else ():
        if isinstance(each, Mapping):
            digest, name = str(each.get("digest"))[:_DIGEST], str(each.get("name"))[:_NAME]
            held = _Held(digest, name)
            if STORE.own(digest, session_id()):
                _wait_for(held)
            else:
                _lacking.put((*(_lacking.get() or ()), held))
                _reception.changed.put("change")


def _note_lacking() -> tuple[_Held, ...]:
    """Note and return the files that were in use and that the server no longer has."""
    noted = _lacking.get() or ()
    wanted = dict.fromkeys((*noted, *(_Held(each.digest, each.name) for each in own_files())))
    return _lacking.put(tuple(held for held in wanted if not STORE.own(held.digest, session_id())))


def _wait_for(held: _Held) -> None:
    ask_anew(held.digest)
    _opening.put((*(_opening.get() or ()), held))


def _open_files(use: Callable[[Vocabulary], None]) -> bool:
    """Use the files that are open now; return whether there are any, or draw why there are none."""
    waiting = _opening.get() or ()
    replies = ask_all([(held.vocabulary, {"ask": "summary"}) for held in waiting], _PURPOSE)
    still = [held for held, reply in zip(waiting, replies, strict=True) if reply.is_to_come]
    _opening.put(tuple(still))
    found = [
        add_file(held.digest, held.name, reply.answer["size"])
        for held, reply in zip(waiting, replies, strict=True)
        if reply.is_there
    ]
    for vocabulary in found:
        use(vocabulary)
    if not found:
        draw_missing_answers(replies)
    return bool(found)


def _draw(file: Vocabulary, drop: Callable[[Vocabulary], None]) -> None:
    """Draw a file's summary, what is not shown of it here, and a button to remove it."""

    def remove() -> None:
        remove_file(file)
        _lacking.put(tuple(each for each in _lacking.get() or () if each.digest != file.digest))
        drop(file)
        _reception.changed.put("change")

    (reply,) = ask_all([(file, {"ask": "summary"})], _PURPOSE)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{shown_name(file)}** {_description(reply.answer) if reply.is_there else ''}"
        )
        st.button(_("Remove"), key=f"remove {file.digest}", on_click=remove)
    for note in reply.answer["notes"] if reply.is_there else ():
        part = as_code(visible(note["part"], 100))
        st.caption(gettext(NOTES[note["code"]]).format(part=part))


def _description(summary: Summary) -> str:
    """The kind and the size of a file, in a line of Markdown."""
    return _(
        "{kind} ({algorithm}), tokens: {tokens}, merges: {merges}",
        kind=f"`{summary['kind']}`",
        algorithm=_ALGORITHMS.get(summary["algorithm"], summary["algorithm"]),
        tokens=summary["size"],
        merges=summary["merges"],
    )
