"""Formulas speak the learner's language, as the prose around them does."""

from pages.components.charts.formulas import score_fraction
from pages.session.language import speaking
from tests.pages.whole_app.visitor import Visitor


def test_a_formula_is_in_the_learners_language() -> None:
    with speaking("zh"):
        chinese = score_fraction()
    assert chinese == r"\frac{\text{次数}(a\,b)}{\text{次数}(a) \times \text{次数}(b)}"
    assert score_fraction() == chinese.replace("次数", "count")


def test_the_formula_has_the_numbers_of_the_step() -> None:
    """By hand: h + ##u occurs 15 times, h 15 times, ##u 36 times."""
    visitor = Visitor("wordpiece", step=2)
    assert "The score of step 2" in [header.value for header in visitor.app.header]
    formula = visitor.app.latex[0].value
    assert r"\frac{15}{15 \times 36} = 0.0278" in formula
