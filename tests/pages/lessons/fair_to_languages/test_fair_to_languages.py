"""The lesson "Fair to languages": what its walk says, for any texts."""

import json
from typing import Any

import pytest

from bpe_core.algorithms.parity import ParityTrace
from pages.lessons.fair_to_languages import walk as lesson_walk
from pages.lessons.fair_to_languages.choices import Chosen
from pages.lessons.fair_to_languages.walk import walk_of
from pages.session.language import speaking
from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor


def walk_over(chosen: Chosen) -> dict[str, Any]:
    trace = chosen.request().train()
    assert isinstance(trace, ParityTrace)
    walk: dict[str, Any] = json.loads(walk_of(trace, chosen).to_json())
    return walk


def test_each_step_says_who_decides_and_which_pair_lost() -> None:
    """By hand: B has 8 tokens and cd ×3, A has 6 and ab ×3, which is met first in all of it."""
    walk = walk_over(Chosen(("A", "B"), ("ababab", "cdcdcccd"), "char", 2))
    start, first, second = walk["events"]
    assert [bar[3] for bar in start["bars"][1]] == ["is merged first", "most frequent of all"]
    assert [bar[:3] for bar in start["bars"][1]] == [bar[:3] for bar in first["bars"][1]]
    assert (start["says"], start["named"]) == ("start", {})
    assert start["bars"][0] == [["A", 0.75, 6, "", False, 0], ["B", 1, 8, "decides next", True, 0]]
    tokens = walk["tokens"]
    assert [tokens[first["named"][side]] for side in ("left", "right", "token")] == ["c", "d", "cd"]
    assert first["named"]["language"] == "B"
    assert first["bars"][0] == [
        ["A", 0.75, 6, "decides next", True, 0],
        ["B", 0.625, 5, "", False, 0],
    ], "on the scale of the first step"
    pairs = first["bars"][1]
    assert [bar[2:5] for bar in pairs] == [
        ["B: 3, in all: 3", "is merged", True],
        ["B: 0, in all: 3", "most frequent of all", False],
    ]
    assert second["named"]["language"] == "A"
    assert [tokens[i] for i in walk["rows"][0]["history"][-1][1]] == ["ab", "ab", "ab"]
    assert not any(row["is_cut"] for row in walk["rows"])


def test_it_is_asked_who_decides_next_from_the_lengths_before() -> None:
    """A 6 and B 8 at the start; after B's merge, A 6 and B 5, and after A's, A 3 and B 5."""
    chosen = Chosen(("A", "B"), ("ababab", "cdcdcccd"), "char", 3)
    first, second, third, last = [event["question"] for event in walk_over(chosen)["events"]]
    assert [(each["choices"], each["right"]) for each in (first, second, third)] == [
        *((["A", "B"], right) for right in ([1], [0], [1]))
    ]
    assert [bar[2:4] for bar in second["bars"][0]] == [[6, ""], [8, ""]]
    assert last is None


def test_the_readers_language_stands_first_and_the_merges_stay() -> None:
    """中文 has 8 tokens and decides first, wherever it stands; ties are decided as before."""
    chosen = Chosen(("English", "中文"), ("ababab", "cdcdcccd"), "char", 3)
    english = walk_over(chosen)
    with speaking("zh"):
        chinese = walk_over(chosen)
    assert [row["name"] for row in english["rows"]] == ["English", "中文"]
    assert [row["name"] for row in chinese["rows"]] == ["中文", "English"]
    assert chinese["tokens"] == english["tokens"]
    for here, there in zip(chinese["events"], english["events"], strict=True):
        assert [bar[:3] for bar in here["bars"][0]] == [bar[:3] for bar in there["bars"][0]][::-1]
        assert here["named"].get("language") == there["named"].get("language")
    question = chinese["events"][0]["question"]
    assert [question["choices"][i] for i in question["right"]] == ["中文"]


@pytest.mark.parametrize("lines", ["a\nb", "aa\naa\naa", "哈哈哈\n\nha", "x", "**a**\n<b>b</b>"])
def test_own_lines_end_well(lines: str) -> None:
    visitor = Visitor("parity", texts="own", lines=encode_text(lines))
    assert not visitor.app.error
    assert bool(visitor.app.info) is (lines == "x")


def test_costs_stand_under_the_training_that_they_are_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: BPE merges ab and then abab first, which all texts have most; B has 8 tokens."""
    tables: list[Any] = []
    monkeypatch.setattr(lesson_walk, "figures_table", lambda *table: tables.append(table))
    texts = (("A", "B"), ("ababab", "cdcdcccd"), "char", 1)
    parity, bpe = (Chosen(*texts, together=n).request().train() for n in (0, 1))
    assert isinstance(parity, ParityTrace)
    assert isinstance(bpe, ParityTrace)
    lesson_walk.draw_cost(parity, bpe, ("A", "B"))
    ((rows, columns),) = tables
    assert columns[1] == "BPE"
    expected = zip(bpe.lengths[-1], parity.lengths[-1], strict=True)
    assert [(int(row[1]), int(row[2])) for row in rows[:2]] == [*expected]
    assert bpe.lengths[-1] != parity.lengths[-1]
