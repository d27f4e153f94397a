"""The guided example: a name in the text that GPT-2's merges, but no model, learned from."""

#: The name as it is shown, and where to find it.
EXAMPLE_NAME = "␣SolidGoldMagikarp"
EXAMPLE = {"look": "GPT-2", "token": 43453, "walk": None, "place": 0, "merged": 0}
