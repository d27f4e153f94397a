"""The names of scripts, in the learner's language."""

from babel import Locale

from pages.session.language import BABEL_LOCALE, N_, current_language, gettext

#: Classes of tokens without letters of a single script.
CLASSES = {
    "mixed": N_("several scripts"),
    "space": N_("whitespace"),
    "digits": N_("digits"),
    "signs": N_("symbols"),
    "part": N_("parts of characters"),
    "Other": N_("other scripts"),
}
#: Scripts with their ISO 15924 codes, which Babel uses to look up their names.
_CODES = {name: code for code, name in Locale.parse("en").scripts.items()} | {
    "Bengali": "Beng", "Oriya": "Orya", "Canadian_Aboriginal": "Cans", "Nko": "Nkoo",
}  # fmt: skip


def script_name(script: str) -> str:
    """The name of a script, or of a class of tokens.

    >>> script_name("Han"), script_name("signs")
    ('Han', 'symbols')
    """
    if script in CLASSES:
        return gettext(CLASSES[script])
    names = Locale.parse(BABEL_LOCALE[current_language()]).scripts
    return str(names.get(_CODES.get(script, ""), script))
