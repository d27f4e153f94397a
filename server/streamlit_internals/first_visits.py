"""The first visit to each page is nobody's: what it finds out, no learner has to wait for.

A server that has just started imports, compiles and makes charts when a page first needs them:
near a second for the first page, and up to a fifth of one for each other. So every page is run
once for a client that reads nothing. It comes by the same way as a visitor, behind the sockets.

Leans on: a session can be opened in the runtime of Streamlit 1.67.0 with a client of one's own
and a forged message, before the server listens.
Can go: when Streamlit can draw a page without a visitor, or a first visit costs nothing.
"""

import asyncio
import gc
from collections.abc import Iterable

from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import SessionClient

#: Seconds after which a page is left, whatever it does.
PATIENCE = 10.0
#: Seconds before each page that nobody has asked for: who comes to a new server is served first.
PAUSE = 1.0


class Nobody(SessionClient):
    """A client that only notes when the page is drawn."""

    def __init__(self) -> None:
        self.has_seen = asyncio.Event()

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        if msg.WhichOneof("type") == "script_finished":
            self.has_seen.set()


async def visit(address: str) -> bool:
    """Run the page at an address and forget the session; whether the page was drawn."""
    server, nobody = runtime.get_instance(), Nobody()
    session = server.connect_session(nobody, user_info={})
    message = BackMsg()
    message.rerun_script.page_name = address
    try:
        server.handle_backmsg(session, message)
        await asyncio.wait_for(nobody.has_seen.wait(), PATIENCE)
    except TimeoutError:
        return False
    finally:
        server.close_session(session)
    return True


async def visit_all(addresses: Iterable[str]) -> None:
    """Visit one page after the other; what they have brought stays for good."""
    for address in addresses:
        await visit(address)
        keep_for_good()


async def visit_in_time(addresses: Iterable[str]) -> None:
    """Visit them with a pause before each."""
    for address in addresses:
        await asyncio.sleep(PAUSE)
        await visit_all([address])


def keep_for_good() -> None:
    """Let the garbage collector pass over all that is there by now.

    A full collection looks at everything while everybody waits: 80 to 160 ms for the modules,
    pages and charts of this app, which never go. Those of later collections are short.
    """
    gc.collect()
    gc.freeze()
