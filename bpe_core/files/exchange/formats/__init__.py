"""The file formats, read and written: each module that writes one declares its `FORMAT`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bpe_core.files.exchange.model import BpeModel


@dataclass(frozen=True)
class Format:
    """A file format: its name, what people call it, its file's name, and how it is written.

    `label` and `about` say in English what the file is, for a list and in a sentence.
    """

    name: str
    title: str
    label: str
    about: str
    file_name: str
    mime: str
    write: Callable[[BpeModel], bytes]
