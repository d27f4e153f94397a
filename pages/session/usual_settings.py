"""The settings that suit a corpus: what a link leaves out, and the page takes."""

import hashlib
import re
from dataclasses import dataclass
from typing import Any

from bpe_core.text.corpus import encode_utf8
from pages.session.link import OWN
from pages.session.session_state import SessionValue
from sample_corpora import CATALOGUE

FIRST_CORPUS = next(iter(CATALOGUE))
#: What is usual whatever the corpus.
USUAL_TIE_RULE, USUAL_MINIMUM = "first-seen", 1
_OF_ANY_CORPUS: dict[str, Any] = {"tie_break": USUAL_TIE_RULE, "min_frequency": USUAL_MINIMUM}
_OF_OWN_TEXT: dict[str, Any] = {
    "unit": "char",
    "end_of_word": "",
    "pre_tokenizer": "whitespace",
    "num_merges": 200,
    "special_tokens": (),
}
_UNSPACED = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
#: Characters of a text in which it is looked for: a long text is not read through at every click.
_LOOKED_AT = 20_000


@dataclass(frozen=True, eq=False)
class TextFacts:
    """What is asked of a text at every click, found out once: a text can have 5 MB."""

    text: str | None
    digest: str
    is_unspaced: bool


_last_facts = SessionValue[TextFacts]("text_facts")


def text_facts(text: str | None) -> TextFacts:
    """What there is to know of the learner's own text."""
    facts = _last_facts.get()
    if facts is None or facts.text is not text:
        digest = hashlib.blake2b(encode_utf8(text or ""), digest_size=16).hexdigest()
        is_unspaced = _UNSPACED.search(text or "", 0, _LOOKED_AT) is not None
        facts = _last_facts.put(TextFacts(text, digest, is_unspaced))
    return facts


def usual_values(corpus: str, text: str | None) -> dict[str, Any]:
    """The values that suit a corpus, or the learner's own text, by the names of a link's fields."""
    if corpus == OWN:
        # Chinese and Japanese have no white space to cut at; GPT-2's pattern cuts at punctuation.
        cut = {"pre_tokenizer": "gpt2"} if text_facts(text).is_unspaced else {}
        return _OF_OWN_TEXT | _OF_ANY_CORPUS | cut
    entry = CATALOGUE[corpus]
    return {name: getattr(entry, name) for name in _OF_OWN_TEXT} | _OF_ANY_CORPUS
