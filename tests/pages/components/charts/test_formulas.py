"""Formulas speak the learner's language, as the prose around them does."""

from pages.components.charts.formulas import score_fraction
from pages.session.language import speaking


def test_a_formula_is_in_the_learners_language() -> None:
    with speaking("zh"):
        chinese = score_fraction()
    assert chinese == r"\frac{\text{次数}(a\,b)}{\text{次数}(a) \times \text{次数}(b)}"
    assert score_fraction() == chinese.replace("次数", "count")
