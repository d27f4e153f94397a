"""Rooms in which a class predicts together: phones, a teacher's tab, and what joins them."""

import socket
from base64 import b64encode
from io import BytesIO
from ipaddress import ip_address
from typing import TypedDict
from urllib.parse import urlsplit

import segno
import streamlit as st

from classroom.voting.ballot import MOST_WORDS
from pages.session import state
from pages.session.language import _, in_language
from sample_corpora import CATALOGUE


class About(TypedDict):
    """The name of the corpus, whether it has too many words for a vote, and others with titles."""

    corpus: str
    is_large: bool
    suited: list[tuple[str, str]]


def about_corpus(words: int = 0) -> About:
    """The corpus of this link, which has so many words of which the class chooses."""
    corpus = state.corpus()
    return {
        "corpus": corpus,
        "is_large": words > MOST_WORDS,
        "suited": [
            (name, in_language(entry.title))
            for name, entry in CATALOGUE.items()
            if entry.suits_a_vote and name != corpus
        ],
    }


#: Any address outside this network: sending nothing, the system says from where it would send.
_OUTSIDE = ("192.0.2.1", 9)


def reachable(address: str, bound_to: str | None = None) -> tuple[str, str]:
    """An address for phones, and a sentence on what stands in their way: "" for nothing.

    `bound_to` is the address on which the server listens; by default, the one in Streamlit's
    settings.

    >>> reachable("https://merge.example.edu/room/")
    ('https://merge.example.edu/room/', '')
    >>> reachable("http://localhost:8501/room/", bound_to="127.0.0.1")[0]
    'http://localhost:8501/room/'
    """
    parts = urlsplit(address)
    if not is_loopback(parts.hostname or ""):
        return address, ""
    listens = bound_to if bound_to is not None else st.get_option("server.address")
    own = None if is_loopback(listens or "") else own_address()
    if own is None:
        return address, _(
            "Phones cannot open this address: the app listens to this computer only. "
            "Start it with {option}.",
            option="--server.address 0.0.0.0",
        )
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=own + port).geturl(), _(
        "Phones have to be on the same network as this computer. If they cannot reach it, "
        "its firewall may be blocking them."
    )


def is_loopback(host: str) -> bool:
    """Whether a name or an address means the machine itself.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.5", "")]
    [True, True, True, False, False]
    """
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def own_address() -> str | None:
    """This machine's address in its network; None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_OUTSIDE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if is_loopback(address) else address


def qr_code(address: str, error: str = "m") -> str:
    """A QR code as the data URL of a picture, black on white, with its quiet zone.

    `error` says how much of it may be damaged: less, and it has larger modules.

    >>> qr_code("https://example.org/room/BCDFHJ")[:30]
    'data:image/svg+xml;base64,PD94'
    """
    out = BytesIO()
    segno.make_qr(address, error=error).save(out, kind="svg", scale=8, light="#fff", border=4)
    return "data:image/svg+xml;base64," + b64encode(out.getvalue()).decode()
