"""The lesson "Terms": the words of the field in both languages, and where each is shown."""

from html import escape

from pages.components.charts import facts_table
from pages.components.html import Html
from pages.components.lesson_head import lesson_head
from pages.lessons import LESSONS, path_to
from pages.lessons.terms import LESSON, Term, glossary
from pages.session.language import LANGUAGES, _, current_language


def lesson() -> None:
    """Every term of the glossary, in the alphabetical order of its English name."""
    language = current_language()
    other = next(code for code in LANGUAGES if code != language)
    lesson_head(LESSON, _("Terms"))
    terms = sorted(glossary(), key=lambda term: term.name["en"].lower())
    rows = [
        [names(term, language), names(term, other), term.meaning[language], link_to(term)]
        for term in terms
    ]
    facts_table(rows, [_("term"), LANGUAGES[other], _("what it means"), _("lesson")])


def names(term: Term, language: str) -> str:
    """A term's name, with what other textbooks call it: `词表（又称词汇表）`."""
    aliases = "、".join(term.aliases[language])
    return f"{term.name[language]}（又称{aliases}）" if aliases else term.name[language]


def link_to(term: Term) -> Html:
    """A link to the lesson that shows the term, in the language of this page."""
    lesson = LESSONS[term.lesson]
    address = f"{path_to(lesson)}?lang={current_language()}"
    return Html(f'<a href="{escape(address)}" target="_self">{escape(lesson.name)}</a>')


lesson()
