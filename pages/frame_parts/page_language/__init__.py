"""Tell the browser which language the page is in, and name Streamlit's own buttons in it.

Streamlit always says English: in `<html lang>`, and on its own buttons.
"""

from pages.components.component import component
from pages.session.language import HTML_LANG, LANGUAGES, N_, catalogue

_component = component("page_language", "frame_parts/page_language/page_language.js", html=None)

#: Streamlit 1.67.0's own names. A name that ends in {} covers all names that begin like it.
_NAMES = (
    N_("Skip to main content"),
    N_("Sidebar"),
    N_("App pages"),
    N_("Collapse sidebar"),
    N_("Expand sidebar"),
    N_("Open sidebar"),
    N_("Close sidebar"),
    N_("Open"),
    N_("Clear value"),
    N_("Help for {}"),
    N_("Decrement"),
    N_("Increment"),
    N_("Link to heading"),
    N_("Fullscreen"),
    N_("Close fullscreen"),
    N_("Fullscreen: {}"),
    N_("Copy to clipboard"),
)


def builtin_names(language: str) -> dict[str, str]:
    """Streamlit's names, from every other language to `language`.

    >>> builtin_names("zh")["Fullscreen: {}"], builtin_names("en")["全屏：{}"]
    ('全屏：{}', 'Fullscreen: {}')
    """
    wanted = catalogue(language)
    others = [catalogue(other) for other in LANGUAGES if other != language]
    return {other.gettext(name): wanted.gettext(name) for other in others for name in _NAMES}


def set_page_language(language: str) -> None:
    """Make `language` the language of the page, without drawing anything."""
    data = {"lang": HTML_LANG[language], "names": builtin_names(language)}
    _component(data=data, key="page_language")
