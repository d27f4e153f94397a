"""The guided example: a name that GPT-2's merges were learned from, and no model was."""

#: As it is shown, and where it is found.
EXAMPLE_NAME = "␣SolidGoldMagikarp"
EXAMPLE = {"look": "GPT-2", "token": 43453}
