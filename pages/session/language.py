"""The languages of the app: which one is shown, and what a message says in it.

A message is written in English in the code, as in `_("Tie rule")`, or `t("Tie rule")` in the
browser's (`pages/components/component/__init__.py`), and this English text is its key in a
catalogue such as `pages/locale/zh.po`. Longer prose is in its lesson's
folder, a Markdown file per language. Each catalogue is a language of the app; what it lacks is
shown in English.
"""

import gettext as _gettext
import io
import re
import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from itertools import takewhile
from pathlib import Path

import streamlit as st
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_compact_decimal, format_decimal
from babel.numbers import format_percent as babel_percent

from bpe_core.errors import BpeError
from pages.session.session_state import SessionValue
from server.streamlit_internals.sessions import session_id, went_in_history

LOCALE = Path(__file__).resolve().parents[1] / "locale"


def _head(path: Path) -> dict[str, str]:
    """The fields at the head of a catalogue, which is long: the rest is read when it is spoken."""
    with path.open(encoding="utf-8") as file:
        head = "".join(takewhile(str.strip, file))
    return dict(re.findall(r'^"([\w-]+): (.*)\\n"$', head, re.MULTILINE))


_HEADS = {path.stem: _head(path) for path in sorted(LOCALE.glob("*.po"))}
#: A language's code in links, and its own name for itself.
LANGUAGES = {"en": "English"} | {code: head["X-Name"] for code, head in _HEADS.items()}
#: What Babel calls them, and a browser, which needs no country.
BABEL_LOCALE = {"en": "en"} | {code: head["Language"] for code, head in _HEADS.items()}
HTML_LANG = {
    code: re.sub("_[A-Z]+$", "", name).replace("_", "-") for code, name in BABEL_LOCALE.items()
}

#: What a message is filled with.
Figure = str | int | float

_chosen = SessionValue[str]("language")
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
#: How many characters of a learner's own text a message repeats.
_SHOWN = 40
#: Fields of errors that hold our own words, such as a list of names: these are shown whole.
_OURS = {"known", "reason", "name"}
#: Fields that hold a message of our own.
_MESSAGES = {"setting"}


class _Fields(string.Formatter):
    """Formats a template whose values are already text: `{word!r}` is the same as `{word}`."""

    def convert_field(self, value: object, conversion: str | None) -> object:
        return value


@cache
def catalogue(language: str) -> _gettext.NullTranslations:
    """The translations into `language`. English needs none: the messages are English.

    >>> catalogue("zh").gettext("Language")
    '语言'
    """
    if language == "en":
        return _gettext.NullTranslations()
    with (LOCALE / f"{language}.po").open("rb") as file:
        po = read_po(file, locale=BABEL_LOCALE[language], abort_invalid=True)
    mo = io.BytesIO()
    write_mo(mo, po)
    mo.seek(0)
    return _gettext.GNUTranslations(mo)


def best_language(wanted: str | None) -> str:
    """The app's language that suits a browser's `navigator.language` or Accept-Language best.

    >>> best_language("zh-TW"), best_language("de-AT, zh;q=0.8, en;q=0.5"), best_language(None)
    ('zh', 'zh', 'en')
    """
    for part in (wanted or "").split(","):
        code = part.split(";")[0].strip().lower().replace("_", "-").split("-")[0]
        if code in LANGUAGES:
            return code
    return "en"


def current_language() -> str:
    """The language of this session: the link's, then the one chosen last, else the browser's.

    A link's language is remembered, for two reasons. Moving to another lesson drops the link's
    parameters, and a click just after a choice is sent with the address from before that choice.
    So later on, an address sets the language only if the visitor went back or forward to it.
    Outside a session (in a test, in a command) the language is English.
    """
    if (spoken := _spoken.get()) is not None:
        return spoken
    if not session_id():
        return "en"
    linked, known = st.query_params.get("lang"), _chosen.get()
    if linked not in LANGUAGES or (known and not went_in_history()):
        wanted = st.context.locale or st.context.headers.get("Accept-Language")
        linked = known or best_language(wanted)
    if linked != known:  # setting it costs as much as everything else here
        _chosen.put(str(linked))
    return str(linked)


def settle_language() -> None:
    """Determine the language once for this run of the page, because every message asks for it."""
    _spoken.set(None)
    _spoken.set(current_language())


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use `language` for every message inside the block, for a file that holds both languages.

    >>> with speaking("zh"):
    ...     gettext("Language")
    '语言'
    """
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def set_language(language: str) -> None:
    """Show `language` from now on, and put it into the address."""
    _chosen.put(language)
    st.query_params["lang"] = language


def gettext(message: str) -> str:
    """The translation of a message in a variable; `N_` marked it where it was written."""
    return catalogue(current_language()).gettext(message)


def _(message: str, /, **figures: Figure) -> str:
    """The translation of a message written in place: `_("Tie rule")`, always a plain literal.

    >>> _("step {k} of {n}", k=3, n=1_200)
    'step 3 of 1,200'
    """
    return with_figures(gettext(message), figures)


def N_(message: str) -> str:
    """Mark a message for the catalogues and leave it as it is, for constants of a module."""
    return message


def ngettext(singular: str, plural: str, n: int, /, **figures: Figure) -> str:
    """The form for `n` things, filled as `_` does: `ngettext("{n} word", "{n} words", 3, n=3)`."""
    return with_figures(catalogue(current_language()).ngettext(singular, plural, n), figures)


def with_figures(text: str, figures: Mapping[str, Figure]) -> str:
    """A text with its {names} filled; without any figures it keeps them."""
    shown = {name: written(figure) for name, figure in figures.items()}
    return text.format(**shown) if shown else text


def written(figure: Figure) -> str:
    """A number as the language writes it; a text as it is."""
    return figure if isinstance(figure, str) else format_number(figure)


def format_number(value: int | float) -> str:
    """A number as the language writes it.

    >>> format_number(1234567)
    '1,234,567'
    """
    return _decimal(value, current_language())


def format_large(value: int) -> str:
    """A large number in three digits, as the language says it; a small one whole.

    >>> format_large(206_123_456), format_large(1_000_000), format_large(999_999)
    ('206 million', '1 million', '999,999')
    >>> with speaking("zh"):
    ...     format_large(206_123_456), format_large(10_000), format_large(9_999)
    ('2.06 亿', '1 万', '9,999')
    """
    words = large_words()
    for unit, word in words:
        if value >= unit:
            return f"{format_number(float(f'{value / unit:.3g}'))} {word}"
    if words or value < 10**6:
        return format_number(value)
    rounded, locale = int(float(f"{value:.3g}")), BABEL_LOCALE[current_language()]
    return format_compact_decimal(rounded, format_type="long", locale=locale, fraction_digits=2)


def large_words() -> list[tuple[int, str]]:
    """The words of a language that counts in ten thousands, largest first; none for others.

    >>> with speaking("zh"):
    ...     large_words()
    [(100000000, '亿'), (10000, '万')]
    """
    locale = BABEL_LOCALE[current_language()]
    said = {unit: format_compact_decimal(unit, locale=locale) for unit in (10**8, 10**4)}
    return [(unit, text[1:]) for unit, text in said.items() if not text[1].isdigit()]


def format_digits(value: float, digits: int) -> str:
    """A number with exactly so many digits after the point, for figures in a column.

    It is rounded as `format_rounded` does it: a table says what the sentences beside it say.

    >>> format_digits(1234.5, 2), format_digits(2.675, 2), format_rounded(2.675, 2)
    ('1,234.50', '2.67', '2.67')
    """
    return _decimal(round(value, digits), current_language(), "#,##0." + digits * "0")


def format_rounded(value: float, digits: int = 2) -> str:
    """A number of so many digits after the point at most."""
    return format_number(round(value, digits))


@lru_cache(maxsize=20_000)
def _decimal(value: int | float, language: str, pattern: str | None = None) -> str:
    return format_decimal(value, pattern, locale=BABEL_LOCALE[language])


def format_names(names: str) -> str:
    """Comma-separated names, written as a list in the session's language.

    >>> with speaking("zh"):
    ...     print(format_names("GPT-2, GPT-3"))
    GPT-2、GPT-3
    """
    return names.replace(", ", _(", "))


def format_percent(share: float) -> str:
    """A share as whole percents: 0.416 is 42%.

    >>> format_percent(0.416)
    '42%'
    """
    return _percent(share, current_language())


def format_change(now: int, before: int) -> str:
    """By how much of it a number has changed.

    >>> format_change(112, 100), format_change(19, 20), format_change(3, 3)
    ('+12%', '−5%', '0%')
    """
    percent = round(100 * (now - before) / before, 1)
    sign = "+" if percent > 0 else "−" if percent < 0 else ""
    return f"{sign}{format_number(abs(percent))}%"


@lru_cache(maxsize=20_000)
def _percent(share: float, language: str) -> str:
    return babel_percent(share, locale=BABEL_LOCALE[language])


def visible(text: str, limit: int = _SHOWN) -> str:
    r"""A learner's text for a message: at most `limit` characters, none of them invisible.

    >>> visible("a\x00b\u202ec\n"), visible("哈哈哈", limit=3), visible("哈哈哈哈", limit=3)
    ('a\\x00b\\u202ec\\n', '哈哈哈', '哈哈哈…')
    """
    shown = "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode()
        for char in text[:limit]
    )
    return shown + "…" * (len(text) > limit)


def as_code(text: str) -> str:
    """`text` as Markdown that shows exactly `text`: a code span, where nothing is special.

    >>> as_code("![x](http://host/b.png)"), as_code("a`b")
    ('`![x](http://host/b.png)`', '`` a`b ``')
    """
    runs = (len(run) for run in "".join(c if c == "`" else " " for c in text).split())
    fence = "`" * (max(runs, default=0) + 1)
    # Markdown strips one space from each end if both have one and there is anything else.
    bare = text.strip(" ")
    padding = " " if "`" in text or (bare and bare != text) else ""
    return f"{fence}{padding}{text or ' '}{padding}{fence}"


def translate_error(error: BpeError) -> str:
    """Translate an error for this session, as Markdown for `st.error` and the like.

    Numbers follow the language's format. Text came from a learner, so it is shortened, made
    visible, and put where Markdown leaves it alone.
    """
    shown = {name: _shown(name, value) for name, value in error.fields.items()}
    return _Fields().format(gettext(error.template), **shown)


def _shown(name: str, value: object) -> str:
    """A value of an error as a text, by the name of its field.

    >>> with speaking("zh"):
    ...     _shown("limit", 200_000), _shown("size", 200_000), _shown("word", 2.5)
    ('20 万', '200,000', '2.5')
    """
    if isinstance(value, int) and name == "limit":
        return format_large(value)
    if isinstance(value, int | float):
        return format_number(value)
    if name in _MESSAGES:
        return gettext(str(value))
    return as_code(visible(str(value), 400 if name in _OURS else _SHOWN))


def in_language(texts: Mapping[str, str]) -> str:
    """A text of our own in the session's language, or else in English.

    >>> with speaking("zh"):
    ...     in_language({"en": "first", "zh": "第一"}), in_language({"en": "English only"})
    ('第一', 'English only')
    """
    return texts.get(current_language(), texts["en"])


@cache
def read_in_language(folder: Path, name: str, language: str) -> str:
    """A file of ours, `questions.toml`, in a language (`questions.zh.toml`), or else in English.

    Each is read only once.
    """
    stem, dot, kind = name.rpartition(".")
    paths = [folder / f"{stem}.{code}{dot}{kind}" for code in (language, "en")]
    return next(path for path in paths if path.exists()).read_text(encoding="utf-8")


@cache
def pieces_of_prose(folder: Path, language: str) -> dict[str, str]:
    """Read `prose.<language>.md`: its pieces by their headings, `# idea`.

    A piece that the language lacks is in English. Each file is read only once.
    """
    pieces: dict[str, str] = {}
    for path in (folder / f"prose.{code}.md" for code in ("en", language)):
        if path.exists():
            _, *parts = re.split(r"^# (\w+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            pieces |= zip(parts[::2], map(str.strip, parts[1::2]), strict=True)
    return pieces


@cache
def table_of_prose(folder: Path, language: str, name: str) -> list[list[str]]:
    """A piece of prose that is a table, by rows: its titles, and what is below them.

    A cell of code, `hug`, is the same in every language.
    """
    lines = pieces_of_prose(folder, language)[name].splitlines()
    rows = ([cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines)
    return [row for row in rows if row[0].strip("-")]
