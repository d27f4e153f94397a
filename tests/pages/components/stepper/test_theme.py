"""A page without Streamlit's own styles has all colours that the stepper asks for."""

import re

from pages.components.component import joined_styles
from pages.components.stepper import IN_THE_APP
from pages.components.stepper.offline import theme


def test_every_colour_that_the_stepper_asks_for_is_in_both_themes() -> None:
    wanted = set(re.findall(r"var\((--st-[a-z-]*color)\b", joined_styles(*IN_THE_APP)))
    light, dark = theme().split("@media")
    assert len(wanted) > 5
    for given in (light, dark):
        assert wanted <= set(re.findall(r"(--st-[a-z-]+): #", given))
