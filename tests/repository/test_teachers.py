"""The teachers' page says what the app does: its lessons, its steps, its test."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bpe_core import Corpus, train_bpe
from classroom import draw_items, parallel_seed
from classroom.beliefs import NUMBERS, Sight, clear_winner
from classroom.voting.room import MOST_PHONES
from pages.components.rooms.sockets import MISSES, MISSES_SECONDS
from pages.lessons import LESSONS
from pages.session.language import LOCALE, pieces_of_prose, speaking
from pages.session.parameters import SEEDS
from sample_corpora import CATALOGUE, content
from tests.pages.whole_app.visitor import Visitor

ROOT = Path(__file__).resolve().parents[2]
FILES = {"en": ROOT / "docs" / "teachers.md", "zh": ROOT / "docs" / "teachers.zh.md"}

each_language = pytest.mark.parametrize("language", FILES)


@each_language
def test_it_is_what_the_app_shows_to_teachers(language: str) -> None:
    """The page "Course" shows it below the lessons, which it lists itself; so does "Room"."""
    shown = pieces_of_prose(LESSONS["course"].folder, language)["teachers"]
    assert shown.strip() in FILES[language].read_text("utf-8")
    for page in ("course", "rooms"):
        drawn = Visitor(page, lang=language).app.expander[0].markdown
        assert shown.strip() in [each.value.strip() for each in drawn]


@each_language
def test_its_table_says_of_each_lesson_what_the_course_says(language: str) -> None:
    """Name, minutes and goal, in the order of the course."""
    with speaking(language):
        steps = [(each, each.step) for each in LESSONS.values() if each.step]
        rows = [f"| {each.name} | {step.minutes} | {each.prose('goal')} |" for each, step in steps]
    lines = FILES[language].read_text("utf-8").splitlines()
    listed = [line for line in lines if re.search(r"\| \d+ \|", line)]
    assert listed == rows


@pytest.mark.parametrize(
    ("language", "name", "others"),
    [
        ("en", r"(?<!\*)\*([^*\n]+)\*(?!\*)", {"Moodle XML format"}),
        ("zh", "“([^”]+)”", {"下一步合并哪一对？", "茶", "Moodle XML 格式"}),
    ],
)
def test_what_it_tells_a_teacher_to_choose_has_this_name_in_the_app(
    language: str, name: str, others: set[str]
) -> None:
    """Lessons, buttons, folds and corpora; the others are a class's answer, and Moodle's words."""
    with (LOCALE / "zh.po").open("rb") as file:
        messages = list(read_po(file))
    known = {str(each.id if language == "en" else each.string) for each in messages}
    known |= {sample.title[language] for sample in CATALOGUE.values()}
    named = set(re.findall(name, FILES[language].read_text("utf-8")))
    assert named - known == others


@each_language
def test_the_minutes_of_a_lesson_add_up(language: str) -> None:
    """Each row names its minutes first, then in brackets those of its parts."""
    minutes, mark = {"en": ("minutes", "As above"), "zh": ("分钟", "先做上面的")}[language]
    text = FILES[language].read_text("utf-8")
    rows = re.findall(rf"^\| (\d+) {minutes} \| (.*) \|$", text, re.MULTILINE)
    assert [int(whole) for whole, _ in rows] == [5, 20, 45, 90]
    for whole, parts in rows[1:]:
        assert sum(map(int, re.findall(r"[（(](\d+)[)）]", parts))) == int(whole)
    assert all(mark in parts for _, parts in rows[2:])


@pytest.mark.parametrize(
    ("corpus", "step", "belief", "believed", "right", "count"),
    [
        ("hug", 2, "counts-not-renewed", "p + u", "u + n", 16),
        ("hug", 4, "longest-token", "hug + s", "p + un", 12),
        ("learning", 1, "either-order", "i + n", "n + g", 17),
        ("repetition", 1, "overlaps-as-merged", "a + b", "a + a", 28),
        ("repetition", 3, "words-once", "h + a", "a + b", 17),
    ],
)
def test_each_belief_breaks_where_it_says(
    corpus: str, step: int, belief: str, believed: str, right: str, count: int
) -> None:
    """With the corpus's own settings, the belief has one winner, and it is not the pair merged."""
    sample = CATALOGUE[corpus]
    words = Corpus.from_counts(content(corpus), end_of_word=sample.end_of_word)
    trace = train_bpe(words, num_merges=step)
    merge, before = trace.merges[step - 1], trace.state_at(step - 1)
    merged = [(each.left, each.right) for each in trace.merges[: step - 1]]
    sight = Sight(words=before.words, before=trace.state_at(0).words, merged=merged)
    winner = clear_winner(NUMBERS[belief](sight))
    assert winner is not None
    assert " + ".join(map(str, winner[0])) == believed
    assert (f"{merge.left} + {merge.right}", merge.count) == (right, count)
    for path in FILES.values():
        rows = [line for line in path.read_text("utf-8").splitlines() if believed in line]
        assert any(right in row and str(count) in row for row in rows)


def test_encoding_does_not_take_the_longest_token() -> None:
    sample = CATALOGUE["low"]
    words = Corpus.from_counts(content("low"), end_of_word=sample.end_of_word)
    tokenizer = train_bpe(words, num_merges=sample.num_merges).tokenizer()
    for path in FILES.values():
        row = next(line for line in path.read_text("utf-8").splitlines() if "`nest`" in line)
        shown = row.split("`nest`")[1]
        by_match, by_rank = (
            "、".join(f"`{tokenizer.token(i)}`" for i in tokenizer.encode_word_by(way, "nest"))
            for way in ("match", "rank")
        )
        told = shown.replace(", ", "、")
        assert told.index(by_match) < told.index(by_rank)


def test_the_limits_of_a_room_are_in_chinese() -> None:
    """English has them in `docs/administrators.md`."""
    said = FILES["zh"].read_text("utf-8")
    assert f"一个房间最多容纳 {MOST_PHONES:,} 部手机" in said
    assert MISSES_SECONDS == 600
    assert f"同一个网络十分钟内输错 {MISSES} 次房间码" in said


def test_the_tests_before_and_after_and_a_week_later_are_parallel() -> None:
    """The same beliefs in the same order, four, three and three; no question occurs twice."""
    later = parallel_seed(3, 10, SEEDS)
    for name, seed in (("study.md", f"*Seed* {later}"), ("study.zh.md", f"“种子”{later}")):
        assert seed in (ROOT / "docs" / name).read_text("utf-8")
    forms = [draw_items(seed, 10) for seed in (1, 3, later)]
    families = [[item.family for item in form] for form in forms]
    assert families[0] == families[1] == families[2]
    assert [families[0].count(name) for name in ("counting", "overlaps", "renewing")] == [4, 3, 3]
    texts = [item.text for form in forms for item in form]
    assert len({*texts}) == len(texts)
