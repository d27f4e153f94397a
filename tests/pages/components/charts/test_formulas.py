"""Formulas and figures beside a stage: in the learner's language, and those of the step."""

import json

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


def test_each_figure_is_that_of_the_step_and_is_compared_with_words_and_characters() -> None:
    """By hand: 5 words with 36 occurrences, 7 characters with 113; u + g leaves 93 tokens."""
    visitor = Visitor(corpus="hug", step=1)
    visitor.app.session_state["charts_box"] = True  # as a click opens it
    visitor.run()
    told = [
        ("vocabulary_size", "8", "from 7 (step: 0) to 14 (step: 7)", "5", "7"),
        ("token_count", "93", "from 113 (step: 0) to 36 (step: 7)", "36", "113"),
        ("bytes_per_token", "1.22", "from 1 (step: 0) to 3.14 (step: 7)", "3.14", "1"),
    ]
    for measure, now, ends, words, characters in told:
        data = json.loads(visitor.component(f"growth_{measure}_chart_menu").json)
        compared = f"For comparison: {words} with words, {characters} with characters."
        assert ends in data["words"]
        assert data["words"].endswith(compared)
        assert [row for row in data["rows"] if row[0] == "1"] == [["1", now]]
