"""The page of every lesson, in the language of the link or of the browser: words and folds."""

import json
import re
from itertools import takewhile

import pytest
from starlette.requests import Request

from pages.frame_parts.first_walk import first_paint
from pages.lessons import LESSONS
from pages.session.language import LANGUAGES
from pages.session.usual_settings import FIRST_CORPORA
from tests.kept import OUTLINES
from tests.pages.whole_app.visitor import Visitor

PROSE = re.compile("(markdown|caption|header|subheader) ")
MOST_WORDS = 90


def sent(lesson: str) -> str:
    """The outline of a lesson in English, as `test_sent.py` keeps it."""
    return (OUTLINES / f"{lesson}.outline").read_text("utf-8").partition("# lang=zh")[0]


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_english_lesson_says_at_most_90_words_before_its_first_control(lesson: str) -> None:
    """The idea, and what prose follows it. A longer text than the outline shows is too long."""
    head, _, rest = sent(lesson).partition("component idea")
    following = takewhile(PROSE.match, rest.splitlines()[1:])
    texts = [line for line in (*head.splitlines(), *following) if PROSE.match(line)]
    assert 0 < sum(len(text.split()) - 1 for text in texts) <= MOST_WORDS
    assert not [text for text in texts if " characters: " in text]


#: A lesson's address, and its headings by the ids that such links name.
KEPT = {
    "compare": ["how-large-should-a-vocabulary-be"],
    "encode": ["bpe-dropout-other-segmentations-of-the-same-word"],
    "languages": ["how-much-of-the-second-language-is-enough"],
    "side_by_side": ["the-tokens-they-share-at-step-0"],
    "across": ["tokens-with-a-word-boundary-inside", "encode-some-text"],
    "picky": ["encode-some-text"],
}


@pytest.mark.parametrize("lesson", KEPT)
def test_a_heading_that_links_name_is_in_a_fold_of_its_name(lesson: str) -> None:
    """A fold is opened by the heading in it. Streamlit makes a heading's id of its words."""
    folds = re.findall(r"^expander (.*)\n(?: .*\n)*? header \1\n", sent(lesson), re.MULTILINE)
    assert set(KEPT[lesson]) <= {re.sub("[^a-z0-9]+", "-", f.lower()).strip("-") for f in folds}


def test_a_page_that_is_drawn_again_says_so_to_its_notices() -> None:
    """Streamlit sends nothing to a component whose data is the same."""
    visitor = Visitor("terms")
    before = visitor.component("page_notices").json
    visitor.run()
    assert visitor.component("page_notices").json != before


@pytest.mark.parametrize(
    ("locale", "params", "language"),
    [("zh-CN", {}, "zh"), ("en-GB", {"lang": "zh"}, "zh"), ("zh-CN", {"lang": "xx"}, "zh")],
)
def test_the_language_is_the_links_then_the_browsers(
    locale: str, params: dict[str, str], language: str
) -> None:
    """The address says it, so that a copied link opens as it looked."""
    visitor = Visitor(locale=locale, **params)
    assert visitor.address["lang"] == language
    names = {"en": "Corpus", "zh": "语料"}
    spoken = json.loads(visitor.component("page_language").json)["lang"]
    assert spoken == {"en": "en", "zh": "zh-Hans"}[language]
    assert visitor.app.selectbox[0].label == names[language]


def test_the_switch_changes_the_language_and_nothing_else() -> None:
    visitor = Visitor("wordpiece", corpus="low", step=3)
    english, before = visitor.address, visitor.walk
    visitor.choose("choose_language", "zh")
    assert visitor.address == {"lang": "zh", "corpus": "low", "step": "3"}
    assert visitor.app.selectbox[0].label == "语料"
    changed = {name for name, value in visitor.walk.items() if before.get(name) != value}
    assert changed == {"lang", "text", "translations", "classroom"}  # where corpora have titles
    visitor.act_at(english)  # a click from before the choice
    assert visitor.address["lang"] == "zh"
    visitor.follow(english)
    assert visitor.address == english
    visitor = Visitor("bytes")  # which begins with one corpus in both
    visitor.choose("setting_pre_tokenizer", "whitespace")
    visitor.choose("choose_language", "zh")
    assert visitor.address["pre"] == "whitespace"


@pytest.mark.parametrize("lesson", ["", "across"])  # "across" begins before the walls fall
def test_a_corpus_that_nobody_chose_follows_the_language(lesson: str) -> None:
    """From the lesson's start, in both directions; the test above shows that a chosen one stays."""
    begun = {language: Visitor(lesson, lang=language) for language in ("en", "zh")}
    visitor = Visitor(lesson, lang="en")
    visitor.step(2)
    for language in ("zh", "en"):
        visitor.choose("choose_language", language)
        assert visitor.app.selectbox[0].value == begun[language].app.selectbox[0].value
        assert visitor.walk["step"] == begun[language].walk["step"]
        assert visitor.address == {"lang": language}


def body(path: str = "/", query: str = "", cookie: str = "", language: str = "en") -> str:
    """The addition to the page for this request."""
    headers = [(b"cookie", cookie.encode()), (b"accept-language", language.encode())]
    scope = {"type": "http", "path": path, "query_string": query.encode(), "headers": headers}
    return first_paint(Request(scope | {"server": ("app", 80), "scheme": "http"})).body


@pytest.mark.parametrize(("path", "query"), [("/", "lang=en"), ("/", "step=3"), ("/unigram", "")])
def test_a_link_comes_without_the_first_walk(path: str, query: str) -> None:
    assert "first-walk" in body()
    assert not body(path, query)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_read", [True, False])
def test_the_first_walk_is_the_one_that_its_lesson_goes_on_with(
    language: str, is_read: bool
) -> None:
    """Whoever has read the idea sees the whole stage; anybody else begins with the arrival."""
    html = body(cookie="lessons_read=unigram" + ".train" * is_read, language=language)
    assert (" data-read>" in html) is is_read
    _, data = html.split('<script type="application/json">')
    place = {} if is_read else {"arrival": 1}
    walk = Visitor(lang=language, corpus=FIRST_CORPORA[language], **place).walk
    del walk["classroom"]["about"]  # a room needs a session
    assert json.loads(data.partition("</script>")[0]) == walk
