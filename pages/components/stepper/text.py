"""Collect the stepper's sentences about tie rules and beliefs, which are records of Python's.

All other sentences are where they are shown, in the browser's code.
"""

from functools import cache

from bpe_core import TIE_RULES
from pages.components.component.json_bytes import to_json
from pages.components.stepper.classroom.beliefs import belief_text
from pages.session.language import gettext, speaking


def record_text() -> dict[str, str]:
    """A sentence for each tie rule and each belief. The browser fills in the names in braces."""
    return {
        f"rule_{name}": gettext(rule.verdict) for name, rule in TIE_RULES.items()
    } | belief_text()


@cache
def record_text_json(language: str) -> bytes:
    """The same in a language, as JSON under the name that the stepper expects."""
    with speaking(language):
        return to_json({"text": record_text()})
