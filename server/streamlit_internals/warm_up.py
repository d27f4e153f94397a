"""Run pages once at the start of the server, so that no visitor waits for imports and caches.

A server that has just started imports, compiles, trains and makes charts when a page first needs
them, which takes almost a second. So a page is run once for a client that reads nothing. It goes
the same way as a visitor, except for the sockets.

Depends on: before the server listens, a session can be opened in the runtime of Streamlit 1.67.0
with a client of our own and a made-up message.
Remove when: Streamlit can draw a page without a visitor, or a first visit costs nothing.
"""

import asyncio
import gc

from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import SessionClient

#: Seconds after which a page is abandoned, whatever it is doing.
PATIENCE = 10.0


class Nobody(SessionClient):
    """A client that only notes when the page is drawn."""

    def __init__(self) -> None:
        self.is_drawn = asyncio.Event()

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        if msg.WhichOneof("type") == "script_finished":
            self.is_drawn.set()


async def visit(address: str) -> bool:
    """Run the page at an address, which may have a query; return whether the page was drawn.

    The session is forgotten.
    """
    server, nobody = runtime.get_instance(), Nobody()
    session = server.connect_session(nobody, user_info={})
    message = BackMsg()
    rerun = message.rerun_script
    rerun.page_name, _, rerun.query_string = address.partition("?")
    try:
        server.handle_backmsg(session, message)
        await asyncio.wait_for(nobody.is_drawn.wait(), PATIENCE)
    except TimeoutError:
        return False
    finally:
        server.close_session(session)
    return True


def keep_for_good() -> None:
    """Make the garbage collector skip everything that exists by now.

    A full collection looks at everything while everybody waits: 80 to 160 ms for the modules,
    pages and charts of this app, which are never freed. Later collections are then short.
    """
    gc.collect()
    gc.freeze()
