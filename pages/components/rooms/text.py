"""Every sentence of a room, for the phones and for the projector."""

from pages.components.beliefs import belief_texts
from pages.session.language import _


def phone_text() -> dict[str, str]:
    """The sentences of a phone's page."""
    return {
        "title": _("Predict together"),
        "script_needed": _("This page needs JavaScript."),
        "code": _("Room code"),
        "enter": _("Enter"),
        "no_code": _("A room code has six letters. Please check yours."),
        "room": _("Room {code}"),
        "connecting": _("Connecting…"),
        "back_soon": _("The connection is lost. Trying again…"),
        "no_room": _("There is no room with this code. It may have been closed."),
        "gone": _("The room is closed. Thank you for taking part!"),
        "full": _("The room is full."),
        "closed_to_new": _("This room is closed to new phones: ask your teacher."),
        "too_often": _(
            "Too many wrong room codes were entered on this network. Try again in ten minutes."
        ),
        "waiting": _("You are in. Wait for the next question."),
        "first_vote": _("Step {k}: which two adjacent tokens merge next? Tap them."),
        "highest_score": _("Step {k}: which two adjacent tokens have the highest score? Tap them."),
        "first_rule": _("Step {k}: which two adjacent tokens merge next in this word? Tap them."),
        "dropped_next": _("Which token will round {k} drop? Tap one."),
        "candidates": _("Choose from these, or tap any token in the words:"),
        "question": _("Question {k}"),
        "second_vote": _("Second vote"),
        "your_turn": _("There is a new question. Vote below."),
        "your_second_turn": _("The same question again. Vote once more below."),
        "picked": _("You have picked {token}. Now tap the token before or after it."),
        "vote": _("Your vote: {choice}. You can change it until the vote is closed."),
        "sending": _("Sending your vote…"),
        "closed": _("The vote is closed."),
        "closed_vote": _("The vote is closed. Your vote: {choice}."),
        "right": _("Right: {choice}."),
        "wrong": _("You voted for {choice}. Right: {right}."),
        "shown": _("Right: {right}."),
        "times": _("× {n}"),
        "more_words": _("More words, not shown: {n}."),
        "words": _("The words of the corpus, split into tokens"),
        "word": _("The word, split into tokens"),
        "or": _(" or "),
        "or_more": _(" or {n} others"),
    }


def teacher_text() -> dict[str, str]:
    """The sentences of the projector."""
    return _entrance() | _vote() | belief_texts("at_vote")


def _entrance() -> dict[str, str]:
    """How a room is opened, found and closed."""
    return {
        "room": _("The room"),
        "open": _("Open a room"),
        "connecting": _("Connecting…"),
        "back_soon": _("The connection is lost. Trying again…"),
        "full": _("No more rooms can be opened now. Try again later."),
        "ended": _("The room is closed."),
        "where": _("Scan, or open {address}"),
        "qr_alt": _("QR code of the room"),
        "way_in": _("Join: {address} with the code {code}"),
        "reach_network": _(
            "Phones have to be in the same network as this computer. If they find nothing, its "
            "firewall may block them."
        ),
        "reach_loopback": _(
            "Phones cannot open this address: the app listens to this computer only. Start it "
            "with {option}, and open a room again."
        ).format(option="--server.address 0.0.0.0"),
        "qr": _("Show or hide the code"),
        "way_back": _("Private link back to this room"),
        "open_doors": _("Let new phones in"),
        "close_doors": _("No more new phones"),
        "rushed": _(
            "Very many phones have joined at once from one network address. If the number is too "
            "high, let no more new phones in, or open another room."
        ),
        "foreign": _("A question from another lesson or corpus is open. Withdraw it, or go back."),
        "suited": _("This corpus has too many words for a vote. These suit one:"),
        "dark": _("Dark screen: press any key"),
        "csv": _("Results as CSV"),
        "end": _("Close the room"),
        "here": _("{n} joined"),
    }


def _vote() -> dict[str, str]:
    """What is said during a vote and after it."""
    return {
        "voted": _("{voted} of {n} have voted"),
        "voted_again": _("Second vote: {voted} of {n} have voted"),
        "meter": _("How many have voted"),
        "countdown": _("{n} s"),
        "drop": _("Withdraw the question"),
        "hands": _("Show of hands"),
        "hands_count": _("Raised hands"),
        "hands_enter": _("Count them"),
        "asked_pair": _("Step {k}: which two adjacent tokens merge next?"),
        "asked_score": _("Step {k}: which two adjacent tokens have the highest score?"),
        "asked_rule": _("Step {k}: which two adjacent tokens merge next in this word?"),
        "asked_token": _("Which token will round {k} drop?"),
        "ask": _("Start a vote on the next step"),
        "close": _("Close the vote"),
        "count": _("Show the votes"),
        "show": _("Show the answer"),
        "again": _("Vote again"),
        "carry_out": _("Do the merge"),
        "refused": _("That did not work. Wait a moment, and try again."),
        "choice": _("Choice"),
        "votes": _("Votes"),
        "first_vote": _("First vote"),
        "second_vote": _("Second vote"),
        "right": _("✓ right"),
        "right_tied": _("✓ right, tied"),
        "more_right": _("Other right answers, which nobody chose: {n}."),
        "way": _("Right answers so far"),
        "way_step": _("step {k}: {parts}"),
    }


def quiz_room_text() -> dict[str, str]:
    """The sentences of the projector for a quiz, whose questions are not steps."""
    return teacher_text() | {
        "ask": _("Ask the class this question"),
        "carry_out": _("Go on to the next question"),
        "way_step": _("question {k}: {parts}"),
    }


def rounds_room_text() -> dict[str, str]:
    """The sentences of the projector where a step is a round of pruning."""
    return teacher_text() | {
        "ask": _("Start a vote on the next round"),
        "carry_out": _("Do the round"),
        "way_step": _("round {k}: {parts}"),
    }
