"""Questions of lessons that were finished a day ago or longer, asked once more.

Spaced questions are remembered better than massed ones. Which ones were asked, when, and whether
they were missed is kept in the browser alone, which names those that it wants.
"""

from pages.components.component import component
from pages.components.lesson_end import question_data
from pages.components.lesson_end.written import written_questions
from pages.session.language import current_language
from pages.session.lesson import Lesson
from pages.session.session_state import SessionValue, component_value

_component = component(
    "ask_again", "components/lesson_end/ask_again.js", "components/lesson_end/lesson_end.css"
)
#: The most questions at a time.
MOST = 3
_asked = SessionValue[tuple[str, ...]]("asked_again")


def ask_again(lessons: list[Lesson]) -> None:
    """Draw the offer, or the questions once they are wanted; `lessons` are those of the course."""
    # Of two lessons with one question, the first counts.
    steps = ((each, each.step) for each in reversed(lessons))
    of = {name: each for each, step in steps if step for name in step.questions}
    by_name = {each.name: each for each in written_questions(current_language())}

    def ask() -> None:
        wanted = component_value("ask_again", "names")
        if isinstance(wanted, list):
            _asked.put(tuple(name for name in map(str, wanted[:MOST]) if name in of))

    questions = [question_data(by_name[name], of[name]) for name in _asked.get() or ()]
    data = {"questions": questions, "lang": current_language()}
    _component(key="ask_again", data=data, on_names_change=ask)
