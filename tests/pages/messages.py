"""Compare the messages in the code with the catalogues.

Run by `make messages`, it lists what each catalogue in `pages/locale` lacks, ready to be filled in,
and what is no longer used.
"""

import ast
import importlib
import pkgutil
import string
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from bpe_core import NORMALIZERS, PRE_TOKENIZERS, TIE_RULES
from bpe_core.__main__ import run
from bpe_core.diagnosis import ENCODING_MISTAKES, MISTAKES
from bpe_core.errors import BpeError
from bpe_core.files.errors import NOTES, REASONS, WRONG_COUNTS
from bpe_core.files.exchange import FORMATS
from bpe_core.text.corpus import UNIT_LABELS, UNITS
from pages.components.beliefs import BELIEF_TEXTS
from pages.session.language import BABEL_LOCALE, LANGUAGES, LOCALE

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = LOCALE / "zh.po"

#: How messages are written in Python: one argument, or singular and plural.
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
#: How they are written in the browser's code: a sentence, and maybe values for it.
SCRIPT_KEYWORDS = {"t": (1,)}


def page_sources() -> list[Path]:
    return sorted((ROOT / "pages").rglob("*.py"))


def page_scripts() -> list[Path]:
    return sorted((ROOT / "pages").rglob("*.js"))


@cache
def messages_in(path: Path) -> dict[str, str]:
    """Each message of a source and where it is. A plural message is named by its singular."""
    found = {}
    is_script = path.suffix == ".js"
    kind, keywords = ("javascript", SCRIPT_KEYWORDS) if is_script else ("python", KEYWORDS)
    for line, message, _comments, _context in extract_from_file(kind, path, keywords):
        text = message if isinstance(message, str) else message[0]
        found[text] = f"{path.relative_to(ROOT)}:{line}"
    return found


def unextractable(path: Path) -> list[str]:
    """Calls whose message is not a literal, so that no catalogue can hold it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in KEYWORDS:
            texts = node.args[: 2 if getattr(node.func, "id", None) == "ngettext" else 1]
            if not texts or not all(
                isinstance(text, ast.Constant) and isinstance(text.value, str) for text in texts
            ):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def _subclasses(cls: type[BpeError]) -> set[type[BpeError]]:
    return {cls}.union(*(_subclasses(sub) for sub in cls.__subclasses__()))


def error_templates() -> dict[str, str]:
    """The template of every error that a learner can cause, and the error's name."""
    for package in ("bpe_core", "server", "pages.components", "pages.session", "pages.teaching"):
        module = importlib.import_module(package)
        for info in pkgutil.walk_packages(module.__path__, f"{package}."):
            if not info.name.endswith("__main__"):
                importlib.import_module(info.name)
    # A test's own error is not a message of the app.
    ours = ("bpe_core", "server", "pages")
    classes = sorted(_subclasses(BpeError) - {BpeError}, key=lambda cls: cls.__qualname__)
    found: dict[str, str] = {}
    for cls in (cls for cls in classes if cls.__module__.startswith(ours)):
        own = vars(cls)
        for template in (own.get("template", ""), *own.get("templates", {}).values()):
            found[template] = f"{cls.__module__}.{cls.__name__}"
    return {template: where for template, where in found.items() if template}


#: What can be chosen, and what each member of a family says of itself, in English.
FAMILIES: dict[str, tuple[Mapping[str, object], tuple[str, ...]]] = {
    "tie rule": (TIE_RULES, ("label", "about", "verdict", "instruction")),
    "normalizer": (NORMALIZERS, ("label",)),
    "pre-tokenizer": (PRE_TOKENIZERS, ("label",)),
    "format": (FORMATS, ("label", "about")),
    "mistake": (MISTAKES, ("sentence", "where")),
    "mistake in encoding": (ENCODING_MISTAKES, ("sentence",)),
}


def family_messages() -> dict[str, str]:
    """The messages of all families. Places where one lacks a text are under ""."""
    units = {UNIT_LABELS.get(name, ""): f"unit {name}" for name in UNITS}
    coded = (*NOTES.items(), *REASONS.items(), *WRONG_COUNTS.items())
    codes = {sentence: f"code {code}" for code, sentence in coded}
    beliefs = {
        text: f"belief {name}"
        for name, texts in BELIEF_TEXTS.items()
        for text in vars(texts).values()
        if text
    }
    members = {
        getattr(member, what, ""): f"{family} {name}: {what}"
        for family, (members, whats) in FAMILIES.items()
        for name, member in members.items()
        for what in whats
    }
    return units | codes | beliefs | members


@cache
def said() -> dict[str, str]:
    """Every message of the app, and where it is used."""
    found = error_templates() | family_messages()
    for path in (*page_sources(), *page_scripts()):
        found |= messages_in(path)
    return found


@cache
def read_catalogue(language: str = "zh") -> Catalog:
    with (LOCALE / f"{language}.po").open("rb") as file:
        return read_po(file, locale=BABEL_LOCALE[language], abort_invalid=True)


def singular(msgid: str | tuple[str, ...]) -> str:
    return msgid if isinstance(msgid, str) else msgid[0]


def translations(message_string: str | tuple[str, ...]) -> list[str]:
    return [message_string] if isinstance(message_string, str) else list(message_string)


@cache
def translated(language: str = "zh") -> set[str]:
    """Messages that a catalogue translates; a fuzzy translation is a guess and does not count."""
    return {
        singular(message.id)
        for message in read_catalogue(language)
        if message.id and not message.fuzzy and all(translations(message.string))
    }


def placeholders(text: str) -> set[str]:
    """The names between braces. `{word!r}` and `{word}` are the same name.

    >>> sorted(placeholders("Step {step} of {last!r}"))
    ['last', 'step']
    """
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}


def compare(language: str, known: Mapping[str, str]) -> int:
    """Print what a catalogue lacks and what it no longer needs; how many that are."""
    missing = {text: where for text, where in known.items() if text not in translated(language)}
    unused = sorted({singular(m.id) for m in read_catalogue(language) if m.id} - known.keys())
    print(f"# pages/locale/{language}.po\n")
    for text, where in missing.items():
        escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        print(f'#: {where}\nmsgid "{escaped}"\nmsgstr ""\n')
    for text in unused:
        print(f"# nobody says this any more: {text!r}")
    print(f"{language}.po: {len(missing)} missing, {len(unused)} unused", file=sys.stderr)
    return len(missing) + len(unused)


def main() -> int:
    known = said()
    return bool(sum(compare(code, known) for code in LANGUAGES if code != "en"))


if __name__ == "__main__":
    sys.exit(run(main))
