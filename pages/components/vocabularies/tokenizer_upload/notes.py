"""Notes on the parts of a file that are not applied, or not shown, here."""

from collections.abc import Sequence

from bpe_core.files.inspection.views.summary import NoteView
from pages.session.language import N_, as_code, gettext, visible

NOTES = {
    "truncation": N_(
        "This tokenizer is set to truncate long input; here, input is encoded in full."
    ),
    "padding": N_("This tokenizer is set to pad short input; here, nothing is added."),
    "dropout": N_(
        "This tokenizer is set to skip merges at random ({part}); here, all of them are applied."
    ),
    "post-processor": N_(
        "This tokenizer is set to add special tokens around its input ({part}); here, "
        "none are added."
    ),
    "no-replay": N_("How this kind of file encodes a word ({part}) is not shown step by step."),
    "pattern-group": N_(
        "The pattern in this file has groups, which change where the text is cut: {part}"
    ),
    "ids-by-order": N_(
        "This is a merges.txt without its vocab.json: tokens are numbered in the order of the "
        "merges. For their own ids, choose both files."
    ),
    "no-ids": N_("This file has no ids of its own: tokens are numbered in the order of its rules."),
    "special-by-guess": N_("{part} is assumed to be a special token: this file does not say."),
    "tokens-left-out": N_(
        "The file marks its last tokens as unused, so they are left out: {part}."
    ),
    "not-text": N_(
        "This file has a part that has nothing to do with text and is not shown: {part}"
    ),
    "known-ranks": N_(
        "This file does not say how it splits text. It has the tokens of {part}, so that "
        "vocabulary's pattern is used."
    ),
    "pattern-not-said": N_(
        "This file does not say how it splits text. The pattern of {part} is used, which may be "
        "wrong for it."
    ),
    "nfc-assumed": N_(
        "This file does not say that letters and their accents are composed (NFC) first; as in "
        "{part}, they are."
    ),
    "dummy-prefix": N_("This tokenizer puts a space before each text ({part})."),
    "text-pattern": N_(
        "A pattern of this file is given as plain text, not as a regular expression, so it only "
        "matches exactly this: {part}"
    ),
    "cased-by-guess": N_(
        "This file does not say whether it lowercases text: it is assumed not to."
    ),
    "lowercase-by-guess": N_(
        "This file does not say whether it lowercases text: it is assumed to."
    ),
}


def note_sentences(notes: Sequence[NoteView]) -> list[str]:
    """Each note as Markdown in which the quoted part of the file is literal."""
    return [
        gettext(NOTES[note["code"]]).format(part=as_code(visible(note["part"], 100)))
        for note in notes
        if note["code"] in NOTES
    ]
