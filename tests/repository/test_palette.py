"""The colours in `.streamlit/config.toml` are distinguishable from their background."""

import re
import tomllib
from pathlib import Path

import pytest

from pages.components.charts.charts import GREY, Compared, colour_domain
from pages.lessons.tokenizer_file import MOST
from pages.lessons.tokenizer_file.inside import COLOURED
from pages.lessons.word_character_subword.panels import compared, kinds

PAGES = Path(__file__).resolve().parents[2] / "pages"
CONFIG = tomllib.loads((PAGES.parent / ".streamlit" / "config.toml").read_text("utf-8"))


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it.

    >>> luminance("#FFFFFF")
    1.0
    """
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """A colour of which `share` is the first one, as the stylesheets' `color-mix` makes it."""
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02X}" for a, b in pairs)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_lines_and_their_names_are_readable(theme: str) -> None:
    """4.5 to 1, WCAG's AA for text; 3 to 1, AA for bold text, on a primary button."""
    colours = CONFIG["theme"][theme]
    ground, sidebar = colours["backgroundColor"], colours["secondaryBackgroundColor"]
    texts = [colours["textColor"], colours["linkColor"]]
    for colour in [*texts, *colours["chartCategoricalColors"], colours["primaryColor"]]:
        assert contrast(colour, ground) >= 4.5, colour
    assert all(contrast(colour, sidebar) >= 4.5 for colour in texts)
    assert contrast(colours["primaryColor"], "#FFFFFF") >= 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_two_greys_are_told_apart_and_carry_text(theme: str) -> None:
    """Neighbouring tokens have them in turn; a projector leaves little of a faint difference."""
    colours = CONFIG["theme"][theme]
    text, ground = colours["textColor"], colours["backgroundColor"]
    stylesheet = (PAGES / "components" / "stepper" / "stepper.css").read_text("utf-8")
    share = r"background: color-mix\(in srgb, var\(--(?:tint|muted)\) (\d+)%"
    muted = mixed(text, ground, 0.7)
    greys = [
        mixed(muted, ground, int(re.search(rule + r" \{[^}]*?" + share, stylesheet)[1]) / 100)
        for rule in (r"\n\.chip", r"\n\.chip\.second")
    ]
    assert contrast(*greys) >= 1.3
    assert all(contrast(text, grey) >= 7 for grey in greys)


def test_both_themes_say_the_same_things() -> None:
    """A colour set for only one theme would be Streamlit's own in the other."""
    light, dark = CONFIG["theme"]["light"], CONFIG["theme"]["dark"]
    assert light.keys() == dark.keys()
    assert len(light["chartCategoricalColors"]) == len(dark["chartCategoricalColors"]) == GREY + 1


def test_what_is_compared_has_one_colour_everywhere() -> None:
    """Cards and the stage take it from `stepper.css`, the charts from the order of the names."""
    stylesheet = (PAGES / "components" / "stepper" / "stepper.css").read_text("utf-8")
    defined = re.findall(r"--(bpe|whole-words|characters): var\(--token-(\d)\)", stylesheet)
    assert defined == [("bpe", "0"), ("whole-words", "1"), ("characters", "2")]
    assert Compared._fields == ("algorithm", "words", "characters")
    words, characters, algorithm = kinds()
    assert compared() == (algorithm, words, characters)


def test_its_colours_stand_for_nothing_else() -> None:
    """Only two files name colours of series; beyond the last colour, Vega begins again."""
    named = re.compile(r"--(bpe|whole-words|characters):|--token-[012]\b|alt\.Color")
    sources = (path for path in PAGES.rglob("*") if path.suffix in {".css", ".js", ".py"})
    found = {path.name for path in sources if named.search(path.read_text("utf-8"))}
    assert found == {"charts.py", "place_to_draw.js", "stepper.css"}
    most = tuple(map(str, range(max(COLOURED + len(["all others"]), MOST))))
    assert len(colour_domain(most)) <= GREY + 1
