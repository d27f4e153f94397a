"""The report on a list of merges or ids, and the walk beside it; counts are by hand."""

import json
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.diagnosis import TrainingSpecification, diagnose, diagnose_encoding
from bpe_core.files.exchange import model_of
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.reading import NotTextError, read_counts
from pages.lessons import LESSONS
from pages.lessons.your_own_bpe.trainings import choices_of
from pages.lessons.your_own_bpe.verdict import list_with_a_bug, on_ids, on_merges, read_handed_in
from pages.session.training_request import TrainingRequest
from pages.session.usual_settings import usual_specification
from tests.examples import examples, units, word_counts
from tests.kept import OUTLINES, compare_with_kept
from tests.pages.conftest import Draw
from tests.pages.whole_app.visitor import Visitor

HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def found_in(merges: str, *, num_merges: int = 3):
    return diagnose(HUGS, TrainingSpecification(num_merges=num_merges), merges)


#: Words with their counts, a list of merges for them, and how many were asked for.
LISTS = [
    *((HUGS, merges, 3) for merges in ("u g\nu n\nh ug", "u g\nu n\np un", "u g")),
    *((HUGS, merges, 3) for merges in ("p u\ns g\nx y", "[(b'\\xe5', b'g')]")),
    (HUGS, "u g", 1),
    (HUGS, "u g\nu n\nh ug\np ug\nx y", 5),
    ({"abcdefghijklmnopqrstuvwxyz": 1}, "y z", 1),
    ({f"ug{letter}": 2 for letter in "abcdefghij"} | {"ab": 1}, "a b", 1),
]
IDS = [[2, 7, 5], [2, 7], [2, 6, 1, 5], [9, 9], [3] * 9, []]


def test_each_verdict_is_drawn_as_it_was(draw: Draw) -> None:
    """On lists of merges, on bytes, and on ids of hugs: h is 2, ug 7, and s 5."""
    found = [
        on_merges(diagnose(counts, TrainingSpecification(num_merges=n), merges), "char")
        for counts, merges, n in LISTS
    ]
    unfinished = diagnose(HUGS, TrainingSpecification(num_merges=3), "x y", seconds=0)
    found.append(on_merges(unfinished, "char"))
    in_bytes = TrainingSpecification(unit="byte", num_merges=2)
    found.append(on_merges(diagnose({"哈哈": 2}, in_bytes, "[(b'\\x88', b'\\xe5')]"), "byte"))
    trace = train_bpe(Corpus.from_counts(HUGS), num_merges=1)
    model, tokens = model_of(trace), list(trace.vocabulary)
    found += [on_ids(diagnose_encoding("hugs", model, ids), tokens) for ids in IDS]
    lines = []
    for blocks in found:
        data = {"blocks": blocks, "lang": "en"}
        (outline,) = draw("lessons/your_own_bpe/verdict.js", data, ("outline",))
        lines += [*outline[1:], ""]
    compare_with_kept(lines, OUTLINES / "your_bpe.outline", "verdict")


def test_other_ids_or_texts_are_checked_again() -> None:
    """In alphabetical order: b, g, h, n, p, s, u."""
    visitor = Visitor("your_bpe", corpus="hug", hand_in="ids")
    said = []
    for text, ids in (("s", "1 2"), ("s", "1 2"), ("s", "3"), ("b", "3")):
        visitor.tell("input_text", text=text)
        visitor.tell("hand_in_ids", sent={"name": "", "file": b64encode(ids.encode()).decode()})
        table = json.loads(visitor.component("verdict").json)["blocks"][1]["table"]
        said.append([ids["facts"]["ids"]["text"] for _, ids, _ in table])
    assert said == [["5", "1 2"], ["5", "1 2"], ["5", "3"], ["0", "3"]]


def test_the_list_to_try_is_explained_by_its_bug() -> None:
    """On the lesson's first corpora, whose words occur with different counts."""
    for lang, corpus in LESSONS["your_bpe"].first_corpora.items():
        sample = json.loads(Visitor("your_bpe", lang=lang).component("hand_in_merges").json)
        specification, text = TrainingRequest(usual_specification(corpus, None), corpus).source()
        found = diagnose(read_counts(text), specification, sample["sample"])
        assert ("words-once",) in found.explanations


def test_the_list_to_try_shows_a_heap_that_forgets_where_a_count_falls() -> None:
    """By hand: `c d` falls from 9 to 3 with the second merge, and `a d` occurs once."""
    request = TrainingRequest(usual_specification("falling", None), "falling")
    sample = list_with_a_bug(request)
    assert sample == "d d\nc dd\ncdd d\na d"
    specification, text = request.source()
    counts = read_counts(text)
    assert counts == {"ad": 1, "cd": 3, "cddd": 6}
    found = diagnose(counts, specification, sample)
    assert (found.first_difference, found.expected.count) == (4, 3)
    assert found.explanations == (("lowered-pairs-forgotten",),)
    trace = train_bpe(Corpus.from_counts(counts))
    assert [step for step, *_ in choices_of(found, trace)] == [4]


def test_the_walk_beside_makes_the_merges_that_were_handed_in() -> None:
    """From the first difference on, its merges are forced; before it, they are the same."""
    merges = "u g\nu n\np un\nh ug"
    found = found_in(merges, num_merges=4)
    corpus = Corpus.from_counts(HUGS)
    choices = choices_of(found, train_bpe(corpus, num_merges=4))
    assert choices == ((3, 4, 8), (4, 2, 7))
    chosen = {step: (left, right) for step, left, right in choices}
    other = train_bpe(corpus, num_merges=4, choices=chosen)
    assert [f"{m.left} {m.right}" for m in other.merges] == merges.split("\n")


def test_the_walk_beside_ends_where_a_merge_cannot_be_made() -> None:
    found = found_in("u g\nu n\np un\nz z\nh ug", num_merges=5)
    assert choices_of(found, train_bpe(Corpus.from_counts(HUGS))) == ((3, 4, 8),)


@given(word_counts, units, st.randoms(use_true_random=False))
@examples(40)
def test_any_merges_that_can_be_made_are_walked(counts, unit: str, random) -> None:
    """Whatever the words are, the choices can be trained, and make the pairs of the list."""
    corpus = Corpus.from_counts(counts, unit=unit)
    trace = train_bpe(corpus, num_merges=12)
    merges = [(m.left, m.right) for m in trace.merges]
    random.shuffle(merges)
    as_bytes = [tuple(t if isinstance(t, bytes) else encode_utf8(t) for t in m) for m in merges]
    if not merges:
        return
    asked = TrainingSpecification(unit=unit, num_merges=12)  # type: ignore[arg-type]
    found = diagnose(counts, asked, as_bytes, seconds=0)
    choices = choices_of(found, trace)
    if choices:
        chosen = {step: (left, right) for step, left, right in choices}
        other = train_bpe(corpus, num_merges=choices[-1][0], choices=chosen)
        first = choices[0][0] - 1
        assert [(m.left, m.right) for m in other.merges][first:] == merges[first : choices[-1][0]]


@pytest.mark.parametrize("file", ["é", "====", "/w=="])
def test_what_is_no_text_is_refused(file: str) -> None:
    """Invalid base64, and a byte that is not UTF-8."""
    with pytest.raises(NotTextError):
        read_handed_in({"name": "", "file": file})


def test_merges_stay_handed_in_while_ids_are() -> None:
    visitor = Visitor("your_bpe", corpus="hug")
    sent = {"name": "", "file": b64encode(b"u g").decode()}
    visitor.tell("hand_in_merges", sent=sent)
    visitor.run()
    merges = json.loads(visitor.component("hand_in_merges").json)["digest"]
    visitor.app.radio[0].set_value("ids")
    visitor.run()
    visitor.tell("hand_in_ids", sent=sent)
    visitor.app.radio[0].set_value("merges")
    visitor.run()
    assert merges
    assert json.loads(visitor.component("hand_in_merges").json)["digest"] == merges


def test_each_list_opens_the_walk_of_both_trainings_at_its_own_first_difference() -> None:
    """The browser returns to the named step only at another visit."""
    visitor = Visitor("your_bpe", corpus="hug")
    visits = []
    for merges, step in (("u g\nu n\np un", 3), ("u g\nh ug", 2)):
        sent = {"name": "", "file": b64encode(merges.encode()).decode()}
        visitor.tell("hand_in_merges", sent=sent)
        visitor.run()
        walk = json.loads(visitor.component("both_trainings").bytes)
        assert walk["step"] == step
        visits.append(walk["visit"])
    assert visits[0] != visits[1]
