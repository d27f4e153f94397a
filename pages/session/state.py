"""What this session looks at: one `Link`, kept in the session and written into the address.

The first run of a session reads the address; later runs write it. Widgets are drawn from the link
and change it through `change`, so that there is one place where the state is.
"""

import hashlib
import re
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from bpe_core import PRE_TOKENIZERS, BpeError
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import encode_utf8
from bpe_core.wordpiece.tokenizer import DEFAULT_UNKNOWN
from pages.session.asked_training import AskedTraining
from pages.session.language import LANGUAGES, current_language
from pages.session.lesson import Lesson
from pages.session.link import NAME_LIMIT, OWN, Link
from pages.session.parameters import TEXT_LIMIT
from sample_corpora import CATALOGUE

_LINK = "link"
_NOTICES = "link_notices"
_SHOWN = "shown_link"
_FACTS = "text_facts"
_ADDRESS = "address"
_VISIT = "visit"
FIRST_CORPUS = next(iter(CATALOGUE))
_OWN_DEFAULTS: dict[str, Any] = {
    "unit": "char",
    "end_of_word": "",
    "pre_tokenizer": "whitespace",
    "num_merges": 200,
    "special_tokens": (),
}
_UNSPACED = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
#: Characters of a text in which it is looked for: a long text is not read through at every click.
_LOOKED_AT = 20_000
#: Own parameters that name tokens by their ids, and what can change without touching these.
_OF_TOKENS = {"fork"}
_SAME_TOKENS = {"num_merges", "vocab_size", "min_frequency", "unigram_size", "view", "word"}
#: What is usual whatever the corpus.
_DEFAULTS: dict[str, Any] = {"tie_break": "first-seen", "min_frequency": 1}


def link() -> Link:
    """This session's state; on the first run it is what the address says."""
    if _LINK not in st.session_state:
        _read_address()
    state: Link = st.session_state[_LINK]
    return state


def _read_address() -> None:
    found, notices = Link.from_params(
        st.query_params.to_dict(),
        languages=LANGUAGES,
        corpora=CATALOGUE,
        pre_tokenizers=PRE_TOKENIZERS,
        own=lesson().parameters,
    )
    st.session_state[_LINK] = found
    st.session_state[_NOTICES] = notices


def lesson() -> Lesson:
    """The lesson that is shown."""
    shown: Lesson = st.session_state[_ADDRESS][0]
    return shown


def follow_address(lesson: Lesson) -> None:
    """Note which lesson is shown; follow the address where the visitor went back or forward in it.

    Moving to another lesson empties the address, and changes nothing else; nor does going back to
    such an empty address. Where something else than what was written is asked for by now, the
    visitor acted on the page, and the address was sent before the last one had come.
    """
    last_lesson, written = st.session_state.get(_ADDRESS, (lesson, None))
    st.session_state[_ADDRESS] = (lesson, written)
    said = st.query_params.to_dict()
    if lesson is not last_lesson or written is None or said in ({}, written):
        return
    if params_of(link()) != written:
        return
    before = link()
    _read_address()
    others = {k: v for k, v in before.own.items() if k not in lesson.parameters}
    st.session_state[_LINK] = replace(link(), own={**others, **link().own})
    if before.text is not None and st.query_params.get("corpus") == OWN:  # too long for a link
        st.session_state[_NOTICES] = []
        bring_back_text(before.text, before.delimiter)
    st.session_state[_VISIT] = visit() + 1


def visit() -> int:
    """How often the visitor went back or forward: then the stepper goes where the state says."""
    count: int = st.session_state.get(_VISIT, 0)
    return count


def notice(error: BpeError) -> None:
    """Tell the learner above the lesson, once, what could not be used."""
    st.session_state.setdefault(_NOTICES, []).append(error)


def take_notices() -> list[BpeError]:
    """What in the address or in a setting could not be used; told once."""
    notices: list[BpeError] = st.session_state.pop(_NOTICES, [])
    return notices


def change(**fields: Any) -> None:
    """Change the state. A setting that is set to its usual value leaves the link."""
    usual = defaults(link().corpus or FIRST_CORPUS)
    told: dict[str, Any] = {
        name: None if usual.get(name) == value else value for name, value in fields.items()
    }
    own = link().own if fields.keys() <= _SAME_TOKENS else _own_of_any_tokens()
    st.session_state[_LINK] = replace(link(), own=own, **told)


def _own_of_any_tokens() -> dict[str, Any]:
    """The lessons' own values without those that name tokens by their ids."""
    return {name: value for name, value in link().own.items() if name not in _OF_TOKENS}


def is_shown(view: str) -> bool:
    """Whether a view option is switched on."""
    return view in link().view


def show(view: str, on: bool) -> None:
    """Switch a view option on or off."""
    others = tuple(name for name in link().view if name != view)
    change(view=(*others, view) if on else others)


def set_step(step: int) -> None:
    """Remember the step that the learner stands at."""
    st.session_state[_LINK] = replace(link(), step=step)
    remember_shown()


def remember_shown() -> None:
    """Note that what the state asks for is on the screen, so that one can come back to it."""
    st.session_state[_SHOWN] = link()


def can_go_back() -> bool:
    """Whether something else was on the screen before."""
    return _SHOWN in st.session_state and st.session_state[_SHOWN] != link()


def go_back() -> None:
    """Look again at what was on the screen before."""
    st.session_state[_LINK] = st.session_state[_SHOWN]


def choose_corpus(corpus: str) -> None:
    """Look at another corpus, from its start, with the settings that suit it."""
    now = link()
    st.session_state[_LINK] = Link(
        corpus=corpus,
        tie_break=now.tie_break,
        view=now.view,
        input=now.input,
        own=_own_of_any_tokens(),
    )


def chosen(name: str) -> Any:
    """The value of one of the lesson's own parameters, which its record declares."""
    return link().own.get(name, lesson().parameters[name].usual)


def choose(**values: Any) -> None:
    """Set some of the lesson's own parameters, by their names in the address."""
    st.session_state[_LINK] = replace(link(), own={**link().own, **values})


def look_at_word(word: str) -> None:
    """Look closely at another word: of a longer one at its beginning."""
    change(word=word[:NAME_LIMIT])


def input_text() -> str | None:
    """The text that the lessons encode, if the learner gave one; it stays between lessons."""
    return link().input


def use_input(text: str) -> None:
    """Encode this text from now on: of a longer one the first `TEXT_LIMIT` characters."""
    st.session_state[_LINK] = replace(link(), input=text[:TEXT_LIMIT])


def bring_back_text(text: str, delimiter: str | None) -> None:
    """Look again at a text that was in use when the address was written: its step stays."""
    st.session_state[_LINK] = replace(link(), corpus=OWN, text=text, delimiter=delimiter)


def use_text(text: str, delimiter: str | None) -> None:
    """Look at a text of the learner's own, from its start; the settings stay."""
    begun = replace(link(), step=0, own=_own_of_any_tokens())
    st.session_state[_LINK] = replace(begun, corpus=OWN, text=text, delimiter=delimiter)


def params_of(wanted: Link) -> dict[str, str]:
    """A state of the lesson that is shown, as an address says it, in this session's language."""
    return replace(wanted, lang=current_language()).to_params(lesson().parameters)


def write_address() -> None:
    """Put the state into the address, where it differs."""
    wanted = params_of(link())
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)
    st.session_state[_ADDRESS] = (lesson(), wanted)


def defaults(corpus: str) -> dict[str, Any]:
    """The values that suit a corpus, by the names of a link's fields."""
    if corpus == OWN:
        # Chinese and Japanese have no white space to cut at; GPT-2's pattern cuts at punctuation.
        unspaced = _text_facts(link().text).unspaced
        return _OWN_DEFAULTS | _DEFAULTS | ({"pre_tokenizer": "gpt2"} if unspaced else {})
    entry = CATALOGUE[corpus]
    return {name: getattr(entry, name) for name in _OWN_DEFAULTS} | _DEFAULTS


@dataclass(frozen=True, eq=False)
class _TextFacts:
    """What is asked of a text at every click, found out once: a text can have 5 MB."""

    text: str | None
    digest: str
    unspaced: bool


def _text_facts(text: str | None) -> _TextFacts:
    kept: _TextFacts | None = st.session_state.get(_FACTS)
    if kept is None or kept.text is not text:
        digest = hashlib.blake2b(encode_utf8(text or ""), digest_size=16).hexdigest()
        unspaced = _UNSPACED.search(text or "", 0, _LOOKED_AT) is not None
        kept = st.session_state[_FACTS] = _TextFacts(text, digest, unspaced)
    return kept


def settings() -> AskedTraining:
    """The BPE training that the state asks for."""
    state = link()
    corpus = state.corpus or FIRST_CORPUS
    usual = defaults(corpus)

    def value(name: str) -> Any:
        asked = getattr(state, name)
        return usual[name] if asked is None else asked

    specification = TrainingSpecification(
        unit=value("unit"),
        end_of_word=value("end_of_word"),
        normalizer=state.normalizer,
        pre_tokenizer=value("pre_tokenizer"),
        special_tokens=state.special or usual["special_tokens"],
        tie_break=value("tie_break"),
        num_merges=None if state.vocab_size else value("num_merges"),
        vocab_size=state.vocab_size,
        min_frequency=value("min_frequency"),
        delimiter=state.delimiter if corpus == OWN else None,
    )
    if corpus != OWN:
        return AskedTraining(specification, corpus)
    return AskedTraining(specification, OWN, state.text or "", _text_facts(state.text).digest)


def wordpiece_settings() -> AskedTraining:
    """The same for WordPiece: by characters, its prefix in place of an end-of-word marker."""
    asked = settings().but(algorithm="wordpiece", unit="char", end_of_word="")
    return asked.but(special_tokens=asked.specification.special_tokens or (DEFAULT_UNKNOWN,))


def unigram_settings() -> AskedTraining:
    """The same for Unigram, with its own size of the vocabulary; pairs it knows none."""
    asked = settings().but(algorithm="unigram", vocab_size=link().unigram_size)
    return asked.but(tie_break=_DEFAULTS["tie_break"], min_frequency=1)


def side_by_side_settings() -> AskedTraining:
    """The same for the three together: by characters, to a size that is this lesson's own."""
    return wordpiece_settings().but(algorithm="side-by-side", vocab_size=chosen("to"))


def usual_settings() -> None:
    """Go back to the settings that suit the corpus, and to its start."""
    now = link()
    st.session_state[_LINK] = Link(
        corpus=now.corpus,
        text=now.text,
        delimiter=now.delimiter,
        view=now.view,
        input=now.input,
        own=_own_of_any_tokens(),
    )
