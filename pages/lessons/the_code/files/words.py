"""The text of the notebook and the exercise, in the learner's language."""

from pages.session.language import _


def notebook_words() -> dict[str, str]:
    """The notebook's Markdown: its title, and the text above each cell."""
    return {
        "title": _(
            "# BPE in plain Python\n\nYour words and settings from Merge by Merge. Run the cells "
            "from top to bottom: nothing but Python is needed."
        ),
        "data": _(
            "**The corpus.** Every word with its count, how many merges to learn, and the base "
            "tokens. A token's id is its place in `TOKENS`."
        ),
        "spell": _("**Spelling.** A word becomes a list of ids, one for each unit."),
        "count": _(
            "**Count.** How often is each pair of tokens adjacent? A pair counts as often as its "
            "word occurs."
        ),
        "choose": _("**Choose.** The pair with the highest count; in a tie, the rule decides."),
        "merge": _("**Merge.** The pair becomes one token, from left to right."),
        "train": _("**Train.** Count, choose, merge, and again."),
        "run": _("**Run it.** These are the same merges as in the app, with their counts."),
        "encode": _("**Encode.** A word is split by the same merges, in the same order."),
        "decode": _("**Decode.** Each id's text, joined."),
        "own": _("**Try it.** Change the word, and run the cell again."),
    }


def exercise_words() -> dict[str, str]:
    """The messages of the exercise's checks, and the hint that goes with each."""
    return {
        "title": _(
            "Write BPE yourself: fill in what is missing, then run this file. The checks at its "
            "end say what is wrong."
        ),
        "checks-title": _("The checks. There is nothing to change below this line."),
        "wrong": _("{call} gave {found}; it should give {expected}."),
        "unwritten": _("{call}: not implemented yet."),
        "error": _("{call} stopped with an error: {error}"),
        "endless": _("{call} never finishes. Does each round of the loop change something?"),
        "result": _("{right} of {n} checks passed."),
        "all-right": _("All checks passed. You have written BPE."),
        **_hints(),
    }


def _hints() -> dict[str, str]:
    return {
        "count": _("Two adjacent tokens are one pair."),
        "frequency": _("A pair counts as often as its word occurs, not once for each word."),
        "overlap": _("Count every place at which the pair begins, even where they overlap."),
        "borders": _("A pair never reaches from one word into the next."),
        "choose": _("Take the pair with the highest count."),
        "tie": _("In a tie without a rule, take the pair that comes first in the table."),
        "prefer": _(
            "In a tie with a rule, take the pair for which the rule gives the largest value."
        ),
        "merge": _("Merge every occurrence, and keep all other tokens."),
        "left-to-right": _("Read from left to right: a token that was merged is used up."),
        "last-token": _("Do not lose the last token of the word."),
        "train": _("Each merge gets the next id, and works on what the merge before it left."),
        "renewed": _("Count again after each merge: the counts have changed."),
        "nothing-left": _("Stop where no pair is left."),
        "encode": _("Apply the merges one after another, each to the result of the one before."),
        "in-order": _("Apply the merges in the order in which they were learned."),
        "decode": _("Look each id up in the vocabulary, and join the texts."),
        "decode-bytes": _(
            "Tokens may also be bytes: join them with an empty value of the same type."
        ),
    }
