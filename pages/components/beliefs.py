"""The sentences about each belief, one record a belief, in English: they are in `beliefs.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pages.session.language import gettext


@dataclass(frozen=True)
class BeliefText:
    """The sentences about a belief, as far as each is used; the file says for what."""

    would_win: str = ""
    at_vote: str = ""
    quote: str = ""
    fact: str = ""


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
BELIEF_TEXTS: Mapping[str, BeliefText] = {
    name: BeliefText(**texts) for name, texts in _TABLES.items()
}


def belief_texts(field: str) -> dict[str, str]:
    """The sentences of one kind, by the names under which the browser looks them up."""
    texts = {name: getattr(text, field) for name, text in BELIEF_TEXTS.items()}
    return {f"belief_{name}": gettext(sentence) for name, sentence in texts.items() if sentence}
