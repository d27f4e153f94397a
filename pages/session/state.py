"""Keep the state of this session: one `Link`, which is also written into the address.

The first run of a session reads the address; later runs write it. Widgets are drawn from the link
and change it through `change`, so that the state is in one place.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from bpe_core import BpeError, TrainingSpecification
from pages.session.language import current_language
from pages.session.lesson import Lesson
from pages.session.link import LOCKED, NAME_LIMIT, OWN, Link
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import SessionValue, bound
from pages.session.usual_settings import text_facts, usual_specification
from sample_corpora import CATALOGUE
from server.streamlit_internals.sessions import went_in_history

_link = SessionValue[Link]("link")
_notices = SessionValue[Sequence[BpeError]]("link_notices")
#: The state when the page was last drawn completely.
_last_shown = SessionValue[Link]("shown_link")
#: The lesson that is shown, and the parameters that were written into its address last.
_address = SessionValue[tuple[Lesson, dict[str, str] | None]]("address")
#: The learner's own text while a lesson is shown that cannot use it.
_set_aside = SessionValue[Link]("text_set_aside")
_visit = SessionValue[int]("visit")
_begun = SessionValue[int]("begun")
_leaving_for = SessionValue[str]("leaving_for")
#: Lessons' parameters that name tokens by id, or a position among them, and the fields whose change
#: leaves them valid.
_OF_TOKENS = {"fork", "at"}
_SAME_TOKENS = {"num_merges", "vocab_size", "min_frequency", "unigram_size", "view", "word"}


def link() -> Link:
    """This session's state. The first run reads it from the address."""
    return _link.get() or _read_address()


def _read_address() -> Link:
    params = st.query_params.to_dict()
    opened, notices = Link.from_params(params, lesson().parameters)
    for error in notices:
        notice(error)
    _link.put(replace(opened, corpus=_chosen_corpus(opened, params)))
    return link() if params.keys() - {"lang"} else _link.put(_at_first_step(link()))


def _chosen_corpus(opened: Link, params: Collection[str]) -> str | None:
    """The corpus of a link; None if its lesson begins with that anyway, and the link fixes none."""
    if not lesson().has_corpus:
        return opened.corpus
    first = _first_corpus(lesson())
    says_nothing = set(params) <= {"lang", "corpus"}
    corpus = opened.corpus or (first if says_nothing else lesson().unnamed_corpus)
    return None if corpus == first and LOCKED not in opened.view else corpus


def lesson() -> Lesson:
    """The lesson that is shown."""
    if (address := _address.get()) is None:
        raise LookupError("no lesson is shown yet: see `follow_address`")
    return address[0]


def corpus() -> str:
    """The corpus that is shown: the one that was chosen, or else the lesson's first one."""
    return link().corpus or _first_corpus(lesson())


def _first_corpus(lesson: Lesson) -> str:
    """The corpus of a lesson for a visitor who has chosen none."""
    return lesson.first_corpora.get(current_language(), lesson.unnamed_corpus)


def usual() -> TrainingSpecification:
    """The training that suits the corpus and the lesson that are shown."""
    where, name = lesson(), corpus()
    is_sample_text = name != OWN and CATALOGUE[name].kind == "text"
    fields = {**where.usual, **(where.usual_of_texts if is_sample_text else {})}
    return replace(usual_specification(name, link().text), **fields)


def is_training() -> bool:
    """Whether the lesson trains anything with what was chosen."""
    where = lesson()
    return where.has_corpus and where.trains({name: chosen(name) for name in where.parameters})


def follow_address(lesson: Lesson) -> None:
    """Note which lesson is shown; follow the address if the visitor went back or forward.

    Moving to another lesson empties the address and opens that lesson at its start. Any other
    request may have been sent before the latest address arrived, so its address says nothing.
    """
    last_lesson, written = _address.get() or (lesson, None)
    _address.put((lesson, written))
    is_other = lesson is not last_lesson
    if went_in_history() and (params := st.query_params.to_dict()):
        if is_other or (written and params != written):
            _go_in_history()
    elif is_other:
        open_lesson(lesson)
    elif written and link().corpus is None and written["lang"] != current_language():
        _follow_language(written["lang"])


def _go_in_history() -> None:
    """Show what the address says, which the visitor went back or forward to."""
    before = link()
    _read_address()
    if before.text is not None and st.query_params.get("corpus") == OWN:  # too long for a link
        _notices.put([])
        bring_back_text(before.text, before.delimiter)
    _visit.put(visit() + 1)


def _follow_language(before: str) -> None:
    """Begin with the lesson's corpus in the language that was chosen, if it is another one."""
    first = lesson().first_corpora
    if first.get(before) != first.get(current_language()):
        choose_corpus(None)
        _link.put(_at_first_step(link()))


def open_lesson(lesson: Lesson) -> dict[str, str]:
    """Open a lesson at its start; returns the parameters of its address."""
    brought = _brought_along(lesson)
    _address.put((lesson, None))
    _last_shown.take()
    _begin(brought)
    return params_of(_link.put(_at_first_step(link())))


def _at_first_step(begun: Link) -> Link:
    """The same, at the step at which the lesson begins."""
    return replace(begun, step=_first_step())


def _first_step() -> int:
    return lesson().begins_at(usual().num_merges or 0)


def _brought_along(lesson: Lesson) -> Link:
    """The start of a lesson for a learner who comes from another one.

    The corpus and its settings are the lesson's own. A text of the learner's own goes along if the
    lesson can use it, with how it is read, and so do the text to encode and the view.
    """
    now = link()
    own = now if now.text else _set_aside.get() or Link()
    _set_aside.put(own)
    begun = Link(view=now.view, input=now.input)
    is_table = own.delimiter is not None or text_facts(own.text).is_table
    if not own.text or (lesson.needs_running_text and is_table):
        return begun
    of_text = ("corpus", "text", "delimiter", "normalizer", "pre_tokenizer")
    fields = (*of_text, "limit_alphabet", "min_frequency")
    return replace(begun, **{name: getattr(own, name) for name in fields})


def begin_at(step: int) -> None:
    """Go to a step of another walk than the one that is shown."""
    _begin(replace(link(), step=step))


def _begin(begun: Link) -> None:
    _link.put(begun)
    _begun.put((_begun.get() or 0) + 1)


def walk_number() -> int:
    """How often another walk has begun: a late report of the walk before names another number."""
    return (_begun.get() or 0) + visit()


def leave_for(address: str) -> None:
    """Make the frame go to the start of the lesson at this address."""
    _leaving_for.put(address)


def take_next_lesson() -> str | None:
    """The address of the lesson to go to; returned only once."""
    return _leaving_for.take()


def visit() -> int:
    """How often the visitor went back or forward. The stepper then goes where the state says."""
    return _visit.get() or 0


def notice(error: BpeError) -> None:
    """Report above the lesson, once, something that could not be used."""
    _notices.put([*(_notices.get() or []), error])


def take_notices() -> Sequence[BpeError]:
    """Return the errors about the address or a setting that have not been shown yet."""
    return _notices.take() or ()


def change(**fields: Any) -> None:
    """Change the state. A setting with its usual value is left out of the link."""
    suits, left_out = usual(), Link()
    changes: dict[str, Any] = {
        name: getattr(left_out, name) if getattr(suits, name, None) == value else value
        for name, value in fields.items()
    }
    own = link().own if fields.keys() <= _SAME_TOKENS else _own_of_any_tokens()
    _link.put(replace(link(), own=own, **changes))


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
    """Remember the step that the learner is at."""
    _link.put(replace(link(), step=step))
    remember_shown()


def remember_shown() -> None:
    """Note that the current state is on the screen, so that the learner can come back to it."""
    _last_shown.put(link())


def can_go_back() -> bool:
    """Whether something else was on the screen before."""
    return _last_shown.get() not in (None, link())


def go_back() -> None:
    """Return to what was on the screen before."""
    if (before := _last_shown.get()) is not None:
        _link.put(before)


def choose_corpus(corpus: str | None) -> None:
    """Switch to another corpus, from its start, with the settings that suit it.

    None leaves the choice to the lesson.
    """
    if corpus is not None:
        _set_aside.take()
    _begin_as_usual("tie_break", corpus=corpus)


def chosen(name: str) -> Any:
    """The value of one of the lesson's own parameters, which its record declares."""
    return link().own.get(name, lesson().parameters[name].usual)


def choose(**values: Any) -> None:
    """Set some of the lesson's own parameters, by their names in the address."""
    _link.put(replace(link(), own={**link().own, **values}))


def bound_to_parameter(name: str, shown: Any = None) -> dict[str, Any]:
    """Arguments that bind a widget to one of the lesson's own parameters, by name in the address.

    The widget shows `shown`, or the parameter's value if `shown` is None.
    """
    value = chosen(name) if shown is None else shown
    return bound(f"{lesson().address}_{name}", value, lambda value: choose(**{name: value}))


def look_at_word(word: str) -> None:
    """Look closely at another word, or at the beginning of a word that is too long."""
    change(word=word[:NAME_LIMIT])


def input_text() -> str | None:
    """The text that the lessons encode, if the learner gave one; it stays between lessons."""
    return link().input


def use_input(text: str) -> None:
    """Encode this text from now on, or the first `TEXT_LIMIT` characters of a longer one."""
    _link.put(replace(link(), input=text[:TEXT_LIMIT]))


def bring_back_text(text: str, delimiter: str | None) -> None:
    """Return to a text that was in use when the address was written, keeping the step."""
    _link.put(replace(link(), corpus=OWN, text=text, delimiter=delimiter))


def use_text(text: str, delimiter: str | None) -> None:
    """Use a text of the learner's own, from its start, keeping the settings."""
    begun = replace(link(), step=0, own=_own_of_any_tokens())
    _begin(replace(begun, corpus=OWN, text=text, delimiter=delimiter))


def params_of(wanted: Link) -> dict[str, str]:
    """The address parameters of a state of the lesson that is shown, in this session's language."""
    where = lesson()
    corpus = wanted.corpus or (_first_corpus(where) if where.has_corpus else None)
    wanted = replace(wanted, corpus=corpus, lang=current_language())
    params = wanted.to_params(where.parameters)
    if not where.has_corpus:
        return params
    begins = (_first_corpus(where), _first_step())
    if params.keys() <= {"lang", "corpus", "step"} and (corpus, wanted.step) == begins:
        return {"lang": params["lang"]}
    if corpus == where.unnamed_corpus and params.keys() > {"lang", "corpus"}:
        del params["corpus"]
    return params


def corpus_beside_a_step() -> str:
    """The corpus that an address names with a later step; "" if it needs none.

    The lesson's first corpus is not always the one that an address without a corpus stands for.
    """
    return params_of(replace(link(), step=_first_step() + 1)).get("corpus", "")


def write_address() -> None:
    """Write the state into the address if the address differs."""
    wanted = params_of(link())
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)
    _address.put((lesson(), wanted))


def usual_settings() -> None:
    """Go back to the settings that suit the corpus, and to its start."""
    _begin_as_usual("corpus", "text", "delimiter")


def _begin_as_usual(*kept: str, **others: Any) -> None:
    """Begin with the usual settings, but for those that are kept and some others."""
    fields = {name: getattr(link(), name) for name in (*kept, "view", "input")}
    _begin(Link(**fields, **others, own=_own_of_any_tokens()))
