"""Ask how special tokens in the text to encode are treated."""

from pages.components.fields.parameter_switch import parameter_switch
from pages.session.language import N_, _

WAYS = {"text": N_("as text"), "tokens": N_("as tokens")}


def special_tokens(known: list[str]) -> list[str]:
    """The special tokens that count as tokens where they occur in the text."""
    if not known:
        return []
    way = parameter_switch(_("Special tokens in the text"), WAYS, "as", key="encode_as")
    return known if way == "tokens" else []
