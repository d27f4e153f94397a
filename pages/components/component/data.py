"""Prepare what a component is sent: JSON, and the translations of its modules' sentences.

Streamlit serializes a component's data to JSON twice for everybody who opens a page, and a whole
class of learners opens the same one. Bytes are passed on unchanged. The browser's code says
`t("Tie rule")` where it shows a sentence (`browser/sentences.js`).
"""

import json
import re
from functools import cache
from pathlib import Path

from pages.components.component.joined_module import joined_module
from pages.session.language import catalogue, current_language


def to_json(value: object) -> bytes:
    """A value as compact JSON, in ASCII."""
    return json.dumps(value, separators=(",", ":")).encode()


def one_object(*objects: bytes) -> bytes:
    """One JSON object with the members of several non-empty ones.

    >>> one_object(to_json({"a": 1}), to_json({"b": [2]}))
    b'{"a":1,"b":[2]}'
    """
    return b"{" + b",".join(each[1:-1] for each in objects) + b"}"


_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
#: A call of `t`, with one literal or several that are joined because a line would be too long.
_CALL = re.compile(rf"\bt\(\s*({_LITERAL}(?:\s*\+\s*{_LITERAL})*)")


@cache
def sentences_in(entry: Path) -> list[str]:
    """The English sentences of a module and of all that it imports, each once."""
    return list(dict.fromkeys(sentences_of(joined_module(entry))))


def sentences_of(code: str) -> list[str]:
    r"""The sentences in some of the browser's code.

    Unlike the extractor that `make messages` uses, this takes a millisecond; a test holds the two
    equal.

    >>> sentences_of('t("Step {k}", { k }) + (n ? t("a " + "\\u201cb\\u201d") : "")')
    ['Step {k}', 'a “b”']
    """
    return ["".join(map(json.loads, re.findall(_LITERAL, call))) for call in _CALL.findall(code)]


@cache
def translations_of(entry: Path, language: str) -> dict[str, str]:
    """These sentences in a language, by the English ones; without those that are the same there."""
    translate = catalogue(language).gettext
    translations = {sentence: translate(sentence) for sentence in sentences_in(entry)}
    return {sentence: text for sentence, text in translations.items() if text != sentence}


def with_translations(data: object, entry: Path) -> object:
    """Add the translations for this session to a component's data, an object or its JSON.

    English needs none: the sentences are English.
    """
    translations = translations_of(entry, current_language())
    if not translations:
        return data
    if isinstance(data, bytes):
        return one_object(data, _as_json(entry, current_language()))
    assert data is None or isinstance(data, dict)
    return {**(data or {}), "translations": translations}


@cache
def _as_json(entry: Path, language: str) -> bytes:
    """As UTF-8: a Chinese character has three bytes there, and six in JSON that is ASCII."""
    sent = {"translations": translations_of(entry, language)}
    return json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode()
