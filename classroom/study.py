"""Work out a study with a class: how hard and how sharp each question is, and what was gained.

    python -m classroom.study lesson.csv --before 1 --after 3 --control reading.csv

A file is a room's "Results as CSV". It names no one: voters are numbered within their room.
`--before` and `--after` are the seeds of the two forms of the test. Throughout, a person is a voter
who answered at least one question of a test, the first vote counts, and a question that a person
left out counts as wrong.

- difficulty: the share of right answers, with Wilson's 95 % interval (Wilson, 1927)
- discrimination: the correlation of a question with the sum of the others (item-rest correlation)
- reliability: Cronbach's α = k / (k − 1) · (1 − Σ var(item) / var(sum)) (Cronbach, 1951)
- normalized gain: (after − before) / (1 − before), of the shares of right answers (Hake, 1998)

The intervals of α and of gains are the middle 95 % of 2,000 bootstrap samples of persons (Efron,
1979), each of whom keeps all answers before and after: those who took both tests are paired.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.__main__ import run
from classroom.voting.ballot import VOTERS, VOTES

if TYPE_CHECKING:
    import altair

SAMPLES, SEED = 2_000, 1
#: The quantile of the normal distribution for an interval of 95 %.
Z = 1.959964
#: Fewer persons than this say nothing about a correlation.
FEWEST = 3

Matrix = NDArray[np.float64]
#: An estimate and its interval; NaN where it cannot be computed.
Estimate = tuple[float, float, float]


@dataclass(frozen=True)
class Sitting:
    """A test as a group sat it: `right` has a row a person and a column a question, 1 or 0.

    `second` is the share of right answers in the second votes, NaN where there was none.
    """

    questions: Sequence[int]
    persons: Sequence[tuple[int, str]]
    right: Matrix
    second: Matrix
    beliefs: Mapping[str, int]


def read_sitting(files: Iterable[str], seed: str) -> Sitting:
    """Read the answers to the form with this seed from the contents of rooms' CSV files.

    Raises a ValueError if there are none, or if a file lacks the numbers of the voters.
    """
    answers: dict[tuple[int, str], dict[int, int]] = defaultdict(dict)
    second: dict[int, list[int]] = defaultdict(list)
    beliefs: dict[str, int] = defaultdict(int)
    for room, text in enumerate(files):
        rows = csv.DictReader(io.StringIO(text))
        if not {*VOTERS, *VOTES} <= {*(rows.fieldnames or ())}:
            raise ValueError("This is not a room's table of results with numbered voters.")
        for row in rows:
            if row["seed"] != seed:
                continue
            question, is_right = int(row["step"]), int(row["right"] == "yes")
            for voter in row[VOTERS[0]].split():
                answers[room, voter][question] = is_right
            second[question] += [is_right] * int(row[VOTES[1]] or 0)
            if row["belief"]:
                beliefs[row["belief"]] += int(row[VOTES[0]] or 0)
    if not answers:
        raise ValueError(f"No answers to the questions with seed {seed}.")
    persons, questions = [*answers], sorted({q for given in answers.values() for q in given})
    right = [[answers[each].get(question, 0) for question in questions] for each in persons]
    again = [np.mean(second[q]) if second[q] else np.nan for q in questions]
    return Sitting(questions, persons, np.array(right, float), np.array(again), dict(beliefs))


def wilson(right: int, of: int) -> Estimate:
    """The share of right answers, and Wilson's interval for it.

    >>> [round(value, 3) for value in wilson(8, 10)]
    [0.8, 0.49, 0.943]
    """
    share, weight = right / of, Z**2 / of
    middle = (share + weight / 2) / (1 + weight)
    half = Z * np.sqrt(share * (1 - share) / of + weight / (4 * of)) / (1 + weight)
    return share, float(middle - half), float(middle + half)


def alpha(right: Matrix) -> float:
    """Cronbach's α of a matrix with a row a person; NaN if all sums are equal.

    >>> round(alpha(np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]])), 3)
    0.75
    """
    k, total = right.shape[1], right.sum(axis=1).var()
    if k < 2 or total == 0:
        return float("nan")
    return float(k / (k - 1) * (1 - right.var(axis=0).sum() / total))


def discrimination(right: Matrix) -> list[float]:
    """The correlation of each question with the sum of the others; NaN if either never varies."""
    found = []
    for column in right.T:
        rest = right.sum(axis=1) - column
        varies = len(column) >= FEWEST and column.std() > 0 and rest.std() > 0
        found.append(float(np.corrcoef(column, rest)[0, 1]) if varies else float("nan"))
    return found


def items_of(sitting: Sitting) -> list[dict[str, Any]]:
    """The figures of each question: see the module. `second` is the difficulty in second votes."""
    people, sharp = len(sitting.persons), discrimination(sitting.right)
    shares = [wilson(int(column.sum()), people) for column in sitting.right.T]
    columns = zip(sitting.questions, shares, sitting.second.tolist(), sharp, strict=True)
    names = ("question", "difficulty", "second", "discrimination")
    return [dict(zip(names, column, strict=True)) for column in columns]


def gain(before: Matrix, after: Matrix) -> float:
    """The normalized gain of the shares of right answers; NaN if all were right before.

    Rows of NaN are persons who did not sit the test.

    >>> gain(np.array([[1, 0], [0, 0]]), np.array([[1, 1], [1, 0]]))
    0.6666666666666666
    """
    was, now = (np.mean(right[~np.isnan(right[:, 0])]) for right in (before, after))
    return float((now - was) / (1 - was)) if was < 1 else float("nan")


Group = tuple[Sitting, Sitting]


def paired(group: Group) -> tuple[Matrix, Matrix]:
    """Both tests with a row for each person of either, NaN in a test that they did not sit."""
    persons = list(dict.fromkeys(person for sitting in group for person in sitting.persons))
    matrices = []
    for sitting in group:
        place = {person: row for row, person in enumerate(sitting.persons)}
        absent = np.full(len(sitting.questions), np.nan)
        rows = [sitting.right[place[each]] if each in place else absent for each in persons]
        matrices.append(np.array(rows))
    return matrices[0], matrices[1]


def interval(figure: Callable[..., float], *groups: tuple[Matrix, ...]) -> Estimate:
    """A figure of groups, and the middle 95 % of what samples of their persons give.

    A group is its tests, which have a row for each of its persons.
    """
    chance = np.random.default_rng(SEED)

    def drawn(tests: tuple[Matrix, ...]) -> tuple[Matrix, ...]:
        rows = chance.integers(len(tests[0]), size=len(tests[0]))
        return tuple(test[rows] for test in tests)

    samples = np.array([figure(*map(drawn, groups)) for _ in range(SAMPLES)])
    value = figure(*groups)
    if np.isnan(samples).all():
        return value, float("nan"), float("nan")
    low, high = np.nanquantile(samples, [0.025, 0.975])
    return value, float(low), float(high)


def analysis(group: Group, control: Group | None = None) -> dict[str, Any]:
    """All figures of a study, as values that JSON can hold."""
    found: dict[str, Any] = {}
    for name, sitting in zip(("before", "after"), group, strict=True):
        answers = sitting.right.size
        found[name] = {
            "persons": len(sitting.persons),
            "alpha": interval(lambda tests: alpha(*tests), (sitting.right,)),
            "questions": items_of(sitting),
            "beliefs": {belief: n / answers for belief, n in sorted(sitting.beliefs.items())},
        }
    groups = {"gain": group} | ({"control gain": control} if control else {})
    tests = {name: paired(each) for name, each in groups.items()}
    found |= {name: interval(lambda both: gain(*both), both) for name, both in tests.items()}
    if control:
        beyond = interval(lambda taught, other: gain(*taught) - gain(*other), *tests.values())
        found["difference"] = beyond
    return found


def chart(found: Mapping[str, Any]) -> altair.LayerChart | altair.FacetChart:
    """The difficulty of each question before and after, with its interval, as an Altair chart."""
    import altair as alt

    rows = [
        {"question": item["question"], "test": test, "share": share, "low": low, "high": high}
        for test in ("before", "after")
        for item in found[test]["questions"]
        for share, low, high in [item["difficulty"]]
    ]
    base = alt.Chart.from_dict({"data": {"values": rows}, "mark": "point"}).encode(
        x=alt.X("question:O", title="question", axis=alt.Axis(labelAngle=0)),
        xOffset=alt.XOffset("test:N", sort=["before", "after"]),
        color=alt.Color("test:N", sort=["before", "after"], title=None),
    )
    share = alt.Axis(format="%")
    points = base.mark_point(filled=True, size=60).encode(
        y=alt.Y("share:Q", title="right answers", scale=alt.Scale(domain=[0, 1]), axis=share)
    )
    return alt.layer(points, base.mark_rule().encode(y="low:Q", y2="high:Q"))


def table(found: Mapping[str, Any]) -> str:
    """The figures as a Markdown table for each test, and the gains below them."""
    lines = []
    for test in ("before", "after"):
        about = found[test]
        head = f"{test}: {about['persons']} persons, α = {_with_interval(about['alpha'])}"
        lines += [head, "", "| question | difficulty | second vote | discrimination |"]
        lines += ["| --- | --- | --- | --- |"]
        for item in about["questions"]:
            second = "–" if np.isnan(item["second"]) else f"{item['second']:.2f}"
            figures = [_with_interval(item["difficulty"]), second, f"{item['discrimination']:.2f}"]
            lines.append(f"| {item['question']} | {' | '.join(figures)} |")
        lines.append("")
    beliefs = sorted({*found["before"]["beliefs"], *found["after"]["beliefs"]})
    if beliefs:
        lines += ["| belief | before | after |", "| --- | --- | --- |"]
    for belief in beliefs:
        shares = [f"{found[test]['beliefs'].get(belief, 0):.3f}" for test in ("before", "after")]
        lines.append(f"| {belief} | {' | '.join(shares)} |")
    gains = ("gain", "control gain", "difference")
    lines += ["", *(f"{name}: {_with_interval(found[name])}" for name in gains if name in found)]
    return "\n".join(lines)


def _with_interval(estimate: Estimate) -> str:
    value, low, high = estimate
    return f"{value:.2f} ({low:.2f} to {high:.2f})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the analysis of the files; return 0, or 2 with a message if one cannot be used."""
    parser = argparse.ArgumentParser(
        "python -m classroom.study", description=__doc__.splitlines()[0]
    )
    parser.add_argument("files", nargs="+", type=Path, help="the rooms' CSV files of the class")
    parser.add_argument("--control", nargs="+", type=Path, help="those of a control group")
    parser.add_argument("--before", default="1", help="the seed of the first form")
    parser.add_argument("--after", default="3", help="the seed of the second form")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--chart", type=Path, help="write a chart: a file.svg, .png or .json")
    chosen = parser.parse_args(arguments)
    try:
        group = _group(chosen.files, chosen)
        found = analysis(group, _group(chosen.control, chosen) if chosen.control else None)
        if chosen.chart:
            chart(found).save(chosen.chart)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    print(json.dumps(found, indent=2) if chosen.json else table(found))  # noqa: T201
    return 0


def _group(paths: Sequence[Path], chosen: argparse.Namespace) -> Group:
    texts = [path.read_text("utf-8-sig") for path in paths]
    return read_sitting(texts, chosen.before), read_sitting(texts, chosen.after)


if __name__ == "__main__":
    sys.exit(run(main))
