"""Files for learning platforms: strict readers read them, and every answer is worked out again."""

import re
from collections import Counter
from xml.etree.ElementTree import fromstring

import pytest

from bpe_core import Corpus
from classroom import SEEN_KINDS, Hand
from classroom.exchange import FILES
from pages.components.lesson_end import written_questions
from pages.lessons.quiz import MISTAKES, SEEN, TRAINING
from pages.lessons.quiz.exports import build, drawn_items
from pages.lessons.quiz.rounds import SIZE, Bank, draw_quiz
from pages.session.language import LANGUAGES, _, speaking
from sample_corpora import CATALOGUE, load
from tests.classroom.answers import right_choices
from tests.examples import share
from tests.pages.lessons.quiz.by_hand import understood
from tests.pages.lessons.quiz.readers import OPEN, ReadItem, read_moodle, read_qti

#: In `make explore` more than 200 remain without the questions written by hand, else a hundred.
MANY = 60 + max(100, share(200))


def bank_of(corpus: str, about: str = TRAINING) -> Bank:
    return Bank(load(corpus), "first-seen", CATALOGUE[corpus].special_tokens, about)


def items_of(bank: Bank, language: str, size: int, seed: int = 3) -> list[ReadItem]:
    """Two readers read the same from two files of the same questions."""
    with speaking(language):
        items = drawn_items(bank, seed, size)
        moodle, qti = (FILES[kind].write(items, "hug") for kind in ("moodle", "qti"))
    _, read = read_moodle(moodle)
    assert read_qti(qti) == read
    return read


def check_written(item: ReadItem, language: str) -> None:
    """One written by hand, about no words, whose source lists the right choice first."""
    assert not any((item.paragraphs, item.words, item.rules))
    (question,) = (q for q in written_questions(language) if q.ask == item.ask)
    assert item.choices[item.right] == question.choices[0][0]
    for choice, told in zip(item.choices, item.told, strict=True):
        assert dict(question.choices)[choice] in told


def checked_kinds(items: list[ReadItem], language: str) -> Counter[str]:
    """Answer every item by its own text, and return how many there were of each kind."""
    kinds: Counter[str] = Counter()
    with speaking(language):
        for item in items:
            asked = understood(item)
            if asked is None:
                check_written(item, language)
                continue
            assert right_choices(asked) == [item.right], (asked.kind, item)
            right = [told.startswith(_("Right.")) for told in item.told]
            assert right == [k == item.right for k in range(len(item.told))]
            assert not any("\xa01 × " in told for told in item.told)
            told = "\n".join(item.told).replace(",", "")
            for addends, total in re.findall(r"(\xa0[^=]*) = (\d+)", told):
                terms = re.findall(r"\xa0(\d+)(?: × (\d+))?", addends)
                assert sum(int(n) * int(times or 1) for n, times in terms) == int(total)
            kinds[asked.kind] += 1
    return kinds


@pytest.mark.parametrize(("corpus", "language"), [("english", "en"), ("chinese", "zh")])
def test_answers_are_right_by_their_own_text(corpus: str, language: str) -> None:
    """Worked out from each item's tables alone; both files have the same items."""
    items = items_of(bank_of(corpus), language, MANY)
    assert len(items) == MANY
    kinds = checked_kinds(items, language)
    assert kinds.total() >= MANY - 60
    assert len(kinds) >= 35


@pytest.mark.parametrize(("corpus", "language"), [("english", "en"), ("chinese", "zh")])
def test_answers_about_what_a_model_sees_are_right(corpus: str, language: str) -> None:
    """All 26 kinds, of which Chinese words lack only the Latin letters that look alike."""
    kinds = checked_kinds(items_of(bank_of(corpus, SEEN), language, MANY), language)
    assert kinds.total() == MANY
    assert {*SEEN_KINDS} - {*kinds} <= ({"look_alike_bytes"} if corpus == "chinese" else set())


@pytest.mark.parametrize(
    "corpus",
    [
        Corpus.from_counts({"哈哈": 4, "哈喽": 3, "hello": 2}, unit="byte"),
        Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}, end_of_word="</w>"),
    ],
    ids=["bytes", "marker"],
)
@pytest.mark.parametrize(("language", "about"), [("en", TRAINING), ("zh", SEEN)])
def test_settings_are_told_by_the_item(corpus: Corpus, language: str, about: str) -> None:
    """Outside the app, no settings are shown beside a question."""
    items = items_of(Bank(corpus, "first-seen", ("<|end|>",), about), language, 60)
    assert checked_kinds(items, language).total() >= 30
    hand = Bank(corpus, "largest-text", ("<|end|>",)).hand(1)
    assert (hand.trace.tie_break, hand.trace.special_tokens) == ("largest-text", ("<|end|>",))


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_on_common_mistakes_are_right_by_the_words_of_each_item(language: str) -> None:
    items = items_of(bank_of("english", MISTAKES), language, 20)
    assert checked_kinds(items, language) == {"next_merge": 20}


def test_the_first_ten_are_the_quiz_of_the_same_seed() -> None:
    quiz = draw_quiz(Hand.of(load("hug"), 3), 3)
    items = items_of(bank_of("hug"), "en", SIZE)
    assert [item.right for item in items] == [question["right"] for question in quiz]


def test_no_question_comes_twice_and_a_seed_makes_the_same_file() -> None:
    bank = Bank(load("hug"), "first-seen")
    items = items_of(bank, "en", 100)
    asked = {(item.ask, *item.words, *item.rules, *sorted(item.choices)) for item in items}
    assert len(asked) == len(items)
    for kind in ("moodle", "qti"):
        file = build(bank, kind, 3, 20, "hug", "en")
        assert file == build(bank, kind, 3, 20, "hug", "en")
        assert file != build(bank, kind, 4, 20, "hug", "en")


def test_a_question_of_moodle_has_one_id_number_in_every_file() -> None:
    """So Moodle recognizes it: a copy in the same category gets none. It is filtered by topic."""
    bank = bank_of("hug", SEEN)
    ids = []
    for seed, size in ((3, 40), (3, 60), (4, 40)):
        quiz = fromstring(build(bank, "moodle", seed, size, "hug", "en"))
        asked = quiz.findall("question[@type='multichoice']")
        found = [question.findtext("idnumber") for question in asked]
        assert len(set(found)) == len(found) == size
        ids.append(found)
        for question in asked:
            tags = [tag.findtext("text") for tag in question.iter("tag")]
            assert tags[:2] == ["Merge by Merge", "What the model sees"]
    assert ids[0] == ids[1][:40]
    assert ids[0] != ids[2]


def test_tests_before_and_after_a_lesson_are_told_apart_in_moodle() -> None:
    """By the category, and each question by its name and its tag: all of them ask alike."""
    names = []
    for seed in (1, 3):
        quiz = fromstring(build(bank_of("hug", MISTAKES), "moodle", seed, 10, "hug", "en"))
        assert quiz.findtext("question/category/text") == (
            f"$course$/Merge by Merge: Common mistakes, seed {seed}"
        )
        asked = quiz.findall("question[@type='multichoice']")
        for place, question in enumerate(asked, 1):
            name = question.findtext("name/text") or ""
            assert name.startswith(f"Seed {seed}, question {place}: Which pair will step")
            text = fromstring(f"<div>{question.findtext('questiontext/text')}</div>")
            first_word = text.findall(".//td")[0]
            assert "".join("".join(first_word.itertext()).split()) in name
            assert question.findall("tags/tag/text")[-1].text == f"Seed {seed}"
            names.append(name)
    assert len({name.split(": ")[1] for name in names}) == len(names) == 20
    with speaking("zh"):
        assert bank_of("hug").title(3, "拥抱") == "Merge by Merge: BPE 怎样学习，随机种子 3 · 拥抱"


def test_a_corpus_with_nothing_to_merge_gives_the_written_questions() -> None:
    items = items_of(Bank(Corpus.from_counts({"a": 1}), "first-seen"), "zh", 200)
    assert checked_kinds(items, "zh").total() + len(written_questions("zh")) >= len(items)


HOSTILE = {
    "]]><b>&x": 5,
    "$$x$$": 4,
    "\\(a\\)[[b": 3,
    "a\x00\x1f\ud800b": 3,
    "\u202eab\u05d0\u05d1": 2,
    "@@PLUGIN": 2,
}


def test_hostile_words_stay_words() -> None:
    """No markup, no formula, nothing that XML cannot hold."""
    bank = Bank(Corpus.from_counts(HOSTILE), "first-seen")
    items = items_of(bank, "en", 60)
    shown = "".join(word for item in items for word, _ in item.words)
    for sign in ("<", "&", "$", "\\x00", "\\ud800", "\\u202e", "\u05d0", "@", "[", "]"):
        assert f"{OPEN}{sign}" in shown
