"""Cut off: where cutting off a text keeps its tokens, and where it changes them."""

import re
from collections.abc import Sequence

import streamlit as st

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.experiments import token_bytes
from bpe_core.experiments.borders import MOST_UNITS, CrossingMerges, crossing_merges
from bpe_core.experiments.prompts import (
    Mask,
    borders_inside,
    changed_places,
    chinese_borders,
    crossing_tokens,
    ends_inside_characters,
    heal,
    mask_by_length,
    token_ends,
)
from bpe_core.text.corpus import encode_utf8
from pages.components.charts import figures_table
from pages.components.fields import input_text_field
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.lessons.what_the_model_sees import LESSON
from pages.lessons.what_the_model_sees.experiment import (
    Vocabulary,
    chosen_vocabulary,
    predict,
    strip,
)
from pages.session import state
from pages.session.language import N_, _, format_large, format_percent, gettext, ngettext
from pages.session.traces import merges_by_key
from pages.session.uploads import HERE

SAMPLE = N_("The capital of France is Paris. 南京市长江大桥很长。")
#: How many characters of the text are examined, and how many tokens are listed.
MOST, MOST_LISTED = 300, 24
#: The answers, with the largest share of places that each of them covers.
_LARGEST = {"none": 0.0, "some": 1 / 3, "half": 2 / 3, "most": 1.0}


def draw_cut_off(vocabularies: Sequence[Vocabulary]) -> bool:
    """Draw the experiment and return whether its answer is shown."""
    text = input_text_field(gettext(SAMPLE))[:MOST]
    vocabulary = chosen_vocabulary(vocabularies)
    if vocabulary is None or len(text) < 2:
        return False
    token_rows([vocabulary.row(text)], key="sees_whole")
    question = LESSON.prose("cut_off_question", n=len(text) - 1, vocabulary=vocabulary.name)
    answers = LESSON.words("cut_off_answers")
    facts = text, vocabulary.key
    if not predict("cut_off", question, facts, lambda: answer_of(vocabulary, text), answers):
        return False
    place = draw_strip(vocabulary, text, places_of(vocabulary, text))
    draw_parts(vocabulary, text, place)
    draw_healing(vocabulary, text[:place], text[place:])
    draw_elsewhere(vocabulary, text)
    draw_mask(vocabularies, text[:place], text[place:])
    draw_shares(vocabularies, text)
    draw_words(vocabularies, vocabulary, text)
    draw_crossing(vocabularies)
    return True


def answer_of(vocabulary: Vocabulary, text: str) -> str:
    """The right answer: at how many of its places a cut changes the text's tokens."""
    return share_name(len(places_of(vocabulary, text)) / (len(text) - 1))


def share_name(share: float) -> str:
    """The name of the answer that a share of the places falls under.

    >>> [share_name(share) for share in (0, 0.01, 0.5, 1)]
    ['none', 'some', 'half', 'most']
    """
    return next(name for name, largest in _LARGEST.items() if share <= largest)


@st.cache_resource(max_entries=256, show_spinner=False)
def _places(_vocabulary: Vocabulary, key: str, text: str) -> list[int]:
    return changed_places(_vocabulary.encoder.encode, text)


def places_of(vocabulary: Vocabulary, text: str) -> list[int]:
    """Where cutting the text changes its tokens; cached, so moving the handle is cheap."""
    found: list[int] = _places(vocabulary, vocabulary.key, text)
    return found


def draw_strip(vocabulary: Vocabulary, text: str, changed: Sequence[int]) -> int:
    """Draw the text as a strip with a handle, and return the handle's place."""
    chosen = state.chosen("cut")
    usual = changed[len(changed) // 2] if changed else len(text) // 2
    place = usual if chosen is None or not 0 < chosen < len(text) else int(chosen)
    st.caption(LESSON.prose("strip"))
    starts = set(token_ends(token_bytes(vocabulary.encoder, text)))
    kinds = {
        "prompt": set(range(place)),
        "token": {at for at in range(1, len(text)) if len(encode_utf8(text[:at])) in starts},
        "broken": set(changed),
        "handle": {place},
    }
    cells = [
        (character, " ".join(kind for kind, places in kinds.items() if at in places))
        for at, character in enumerate(text)
    ]
    strip(_("text"), cells, key="sees_strip", on_place=lambda at: state.choose(cut=at))
    if len(text) > 2:
        st.slider(
            _("Characters in the prompt"),
            1,
            len(text) - 1,
            **state.bound_to_parameter("cut", place),
        )
    return place


def draw_parts(vocabulary: Vocabulary, text: str, place: int) -> None:
    """Draw the tokens of the prompt, the rest and the whole, and the effect of a trailing space."""
    bare = text[:place].rstrip()
    forms = {
        _("prompt"): text[:place],
        _("the rest"): text[place:],
        _("the whole text"): text,
        _("prompt without a trailing space"): bare,
        _("prompt with a trailing space"): bare + " ",
    }
    token_rows([vocabulary.row(form, name) for name, form in forms.items()], key="sees_parts")


def draw_healing(vocabulary: Vocabulary, prompt: str, rest: str) -> None:
    """Carry out what tools do about it: drop the last token and constrain the next one."""
    st.header(_("Token healing: drop the last token, and constrain the next one"))
    healed = heal(vocabulary.encoder, vocabulary.tokens(), prompt, rest)
    if not healed.dropped:
        st.markdown(LESSON.prose("nothing_to_heal"))
        return
    message = ngettext(
        "Of all {all} tokens, {n} begins with the dropped text, and only that one may follow.",
        "Of all {all} tokens, {n} begin with the dropped text, and only these may follow.",
        len(healed.following),
        all=len(vocabulary.tokens()),
        n=len(healed.following),
    )
    st.markdown(message)
    if healed.reaches_whole:
        st.markdown(_("So the tokens of the whole text can be reached from here."))
    else:
        st.markdown(LESSON.prose("healing_fails"))
    following = [[Chip(vocabulary.encoder.token(i))] for i in healed.following[:MOST_LISTED]]
    rows = [
        TokenRow(_("kept"), "", [vocabulary.chips_of(healed.kept)]),
        TokenRow(_("dropped"), "", [[Chip(healed.dropped)]]),
        TokenRow(_("may follow: the first {n} by id", n=len(following)), "", following),
    ]
    token_rows(rows, key="sees_healing")


def draw_shares(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw how often cutting changes the tokens, in each vocabulary."""
    st.header(_("The same text in every vocabulary"))
    rows = []
    for each in vocabularies:
        inside = ends_inside_characters(token_bytes(each.encoder, text))
        changed = len(places_of(each, text))
        rows.append((each.name, changed, _percent(changed, len(text) - 1), len(inside)))
    figures_table(rows, LESSON.titles("shares_titles"))


def _percent(part: int, whole: int) -> str:
    return _("{n}%", n=round(100 * part / whole, 1)) if whole else "–"


def draw_words(vocabularies: Sequence[Vocabulary], vocabulary: Vocabulary, text: str) -> None:
    """Draw the boundaries of Chinese words that fall inside tokens; nothing if there are none."""
    borders = chinese_borders(text)
    if not borders:
        return
    st.header(_("Chinese word boundaries that fall inside tokens"))
    rows = []
    for each in vocabularies:
        tokens = token_bytes(each.encoder, text)
        inside = len(borders_inside(borders, tokens))
        is_whole = b"".join(tokens) == encode_utf8(text)  # else it drops or changes some of it
        figures = (inside, _percent(inside, len(borders))) if is_whole else ("–", "–")
        rows.append((each.name, *figures))
    inside_tokens = _("inside tokens, of {n}", n=len(borders))
    figures_table(rows, [_("vocabulary"), inside_tokens, _("share")])
    tokens = token_bytes(vocabulary.encoder, text)
    crossing = crossing_tokens(borders, tokens)
    if crossing and b"".join(tokens) == encode_utf8(text):
        chips = vocabulary.chips(text)
        name = _("tokens of {vocabulary} that cross a word boundary", vocabulary=vocabulary.name)
        token_rows([TokenRow(name, "", [[chips[i]] for i in crossing])], key="sees_crossing")


#: Most characters of a text without spaces that stand for its first word.
LONGEST_WORD = 12


def draw_elsewhere(vocabulary: Vocabulary, text: str) -> None:
    """Draw the first word of the text at the start of the text and after other characters."""
    word = first_word(text)
    if not word:
        return
    st.header(_("The same word in another place"))
    forms = {
        _("at the start of the text"): "",
        _("after a space"): " ",
        _("after a line break"): "\n",
        _("after a bracket"): "(",
    }
    rows = []
    for name, before in forms.items():
        ids = vocabulary.encoder.encode(before + word)
        remark = _("ids: {ids}", ids=" ".join(map(str, ids)))
        rows.append(TokenRow(name, remark, [vocabulary.chips_of(ids)]))
    token_rows(rows, key="sees_elsewhere")


def first_word(text: str) -> str:
    """The first word of a text, or its beginning.

    >>> first_word(" The capital"), first_word("南京市长江大桥"), first_word("...")
    ('The', '南京市长江大桥', '')
    """
    found = re.search(r"\w+", text)
    return found[0][:LONGEST_WORD] if found else ""


def draw_mask(vocabularies: Sequence[Vocabulary], prompt: str, answer: str) -> None:
    """Draw what is trained on when the prompt is left out by its number of tokens."""
    st.header(_("A training mask that is off by one"))
    st.markdown(LESSON.prose("mask"))
    masks = {each.name: mask_by_length(each.encoder, prompt, answer) for each in vocabularies}
    rows = [
        (name, mask.masked, mask.first, _verdict(mask)) if mask else (name, "–", "–", "–")
        for name, mask in masks.items()
    ]
    figures_table(rows, LESSON.titles("mask_titles"))


def _verdict(mask: Mask) -> str:
    if mask.is_right:
        return _("is right")
    if mask.untrained:
        n = mask.untrained
        return ngettext("hides {n} token of the answer", "hides {n} tokens of the answer", n, n=n)
    if (n := mask.first - mask.masked) > 0:
        return ngettext("keeps {n} token of the prompt", "keeps {n} tokens of the prompt", n, n=n)
    return _("lets through a token that also holds the end of the prompt")


#: The most merges that are listed.
MOST_MERGES = 20


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _crossing(_trace: Trace, key: str) -> CrossingMerges:
    return crossing_merges(_trace)


def draw_crossing(vocabularies: Sequence[Vocabulary]) -> None:
    """Draw how many there are and the most frequent; nothing for a tokenizer from a file."""
    here = next((each for each in vocabularies if each.code == HERE), None)
    trace = None if here is None else merges_by_key(here.key)
    if here is None or trace is None or not len(trace):
        return
    crossing: CrossingMerges = _crossing(trace, here.key)
    st.header(_("Merges of your own training that cross a word boundary"))
    if not crossing.borders:
        st.markdown(LESSON.prose("none_crosses"))
        return
    st.markdown(
        LESSON.prose(
            "crossing",
            n=len(crossing.found),
            merges=crossing.merges,
            share=format_percent(len(crossing.found) / crossing.merges),
            closed=crossing.closed,
            borders=crossing.borders,
            part=format_percent(crossing.closed / crossing.borders),
        )
    )
    if not crossing.is_whole:
        limit = format_large(MOST_UNITS)
        st.caption(_("Only the first {n} base tokens of the corpus are counted.", n=limit))
    rows = [
        TokenRow(
            _("step {k}", k=merge.step),
            _("across two words: {n} of {m} times", n=merge.crossing, m=merge.made),
            [here.chips_of([merge.token_id])],
        )
        for merge in crossing.found[:MOST_MERGES]
    ]
    if rows:
        token_rows(rows, key="sees_crossing_merges")
