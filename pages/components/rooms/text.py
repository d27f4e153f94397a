"""Every sentence of a room, for the phones and for the projector."""

from pages.session.language import _


def phone_text() -> dict[str, str]:
    """What a phone's page says."""
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
        "too_often": _("Too many wrong codes have come from this network. Try again later."),
        "waiting": _("You are in. Wait for the next question."),
        "first_vote": _("Step {k}: which two neighbouring tokens merge next? Tap them."),
        "highest_score": _(
            "Step {k}: which two neighbouring tokens have the highest score? Tap them."
        ),
        "question": _("Question {k}"),
        "second_vote": _("Second vote"),
        "picked": _("You have picked {token}. Now tap the token before or after it."),
        "vote": _("Your vote: {choice}. You can change it until the vote is closed."),
        "sending": _("Sending your vote…"),
        "closed": _("The vote is closed."),
        "closed_vote": _("The vote is closed. Your vote: {choice}."),
        "right": _("Right: {choice}."),
        "wrong": _("You voted for {choice}. Right: {right}."),
        "shown": _("Right: {right}."),
        "times": _("× {n}"),
        "more_words": _("{n} more words are not shown."),
        "words": _("The words of the corpus, split into tokens"),
        "or": _(" or "),
    }
