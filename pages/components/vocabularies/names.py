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
_CODES = {
    "Latin": "Latn", "Han": "Hani", "Cyrillic": "Cyrl", "Arabic": "Arab", "Hangul": "Hang",
    "Hiragana": "Hira", "Katakana": "Kana", "Greek": "Grek", "Hebrew": "Hebr",
    "Devanagari": "Deva", "Bengali": "Beng", "Thai": "Thai", "Tamil": "Taml", "Telugu": "Telu",
    "Gujarati": "Gujr", "Gurmukhi": "Guru", "Kannada": "Knda", "Malayalam": "Mlym",
    "Oriya": "Orya", "Sinhala": "Sinh", "Armenian": "Armn", "Georgian": "Geor", "Lao": "Laoo",
    "Tibetan": "Tibt", "Myanmar": "Mymr", "Khmer": "Khmr", "Ethiopic": "Ethi",
    "Mongolian": "Mong", "Cherokee": "Cher", "Canadian_Aboriginal": "Cans", "Thaana": "Thaa",
    "Syriac": "Syrc", "Bopomofo": "Bopo", "Tifinagh": "Tfng", "Yi": "Yiii", "Javanese": "Java",
    "Coptic": "Copt", "Gothic": "Goth", "Runic": "Runr", "Ogham": "Ogam", "Nko": "Nkoo",
    "Tagalog": "Tglg",
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
