"""The settings that suit a corpus: what a link leaves out, and the page takes."""

import hashlib
import re
from dataclasses import dataclass

from bpe_core import TrainingSpecification
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.reading import looks_like_counts
from pages.session.link import OWN
from pages.session.session_state import SessionValue
from sample_corpora import CATALOGUE

#: What most lessons begin with, and by language.
FIRST_CORPUS = next(iter(CATALOGUE))
FIRST_CORPORA = {"en": FIRST_CORPUS, "zh": "tea"}
MERGES_OF_OWN_TEXT = 200
_UNSPACED = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
#: How many characters of a text are searched, so that no click reads a long text to its end.
_LOOKED_AT = 20_000


@dataclass(frozen=True, eq=False)
class TextFacts:
    """Facts that every click needs, worked out once because a text can have 5 MB."""

    text: str | None
    digest: str
    is_unspaced: bool
    is_table: bool


_last_facts = SessionValue[TextFacts]("text_facts")


def text_facts(text: str | None) -> TextFacts:
    """The facts about the learner's own text."""
    facts = _last_facts.get()
    if facts is None or facts.text is not text:
        digest = hashlib.blake2b(encode_utf8(text or ""), digest_size=16).hexdigest()
        is_unspaced = _UNSPACED.search(text or "", 0, _LOOKED_AT) is not None
        is_table = looks_like_counts((text or "")[:_LOOKED_AT])
        facts = _last_facts.put(TextFacts(text, digest, is_unspaced, is_table))
    return facts


def usual_specification(corpus: str, text: str | None) -> TrainingSpecification:
    """The training that suits a corpus, or the learner's own text."""
    if corpus == OWN:
        # Chinese and Japanese have no whitespace to cut at; GPT-2's pattern cuts at punctuation.
        cut = "gpt2" if text_facts(text).is_unspaced else "whitespace"
        return TrainingSpecification(pre_tokenizer=cut, num_merges=MERGES_OF_OWN_TEXT)
    entry = CATALOGUE[corpus]
    return TrainingSpecification(
        unit=entry.unit,
        end_of_word=entry.end_of_word,
        pre_tokenizer=entry.pre_tokenizer,
        num_merges=entry.num_merges,
        special_tokens=entry.special_tokens,
    )
