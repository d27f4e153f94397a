"""Know a session and its visitor, and open one without a visitor.

**A script's session**: its name, what caused the run, and whether a browser is connected.

Depends on: the context of a running script and the runtime of Streamlit 1.67.0. Its sessions have
names and know whether a browser is connected; a context knows whether a visitor went back.
Remove when: Streamlit tells a script the name of its session and why it runs, and tells an app who
is connected.

**A proxy's own address** is recognized, because limits per address do not apply to it.

Depends on: uvicorn 0.54.0 replaces a proxy's address with the one that the proxy names, with port 0
if the proxy names no port. Also on its list of proxies (`FORWARDED_ALLOW_IPS`), and how it reads
that list.
Remove when: uvicorn says whether an address is a visitor's.

**Pages are run once at the start**, so that no visitor waits for imports and caches. A server that
has just started imports, compiles, trains and makes charts when a page first needs them, which
takes almost a second. So a page is run once for a client that reads nothing. It goes the same way
as a visitor, except for the sockets.

Depends on: before the server listens, a session can be opened in the runtime of Streamlit 1.67.0
with a client of our own and a made-up message.
Remove when: Streamlit can draw a page without a visitor, or a first visit costs nothing.
"""

import asyncio
import gc
import os
from functools import cache

from starlette.types import Scope
from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import SessionClient
from streamlit.runtime.scriptrunner import get_script_run_ctx
from uvicorn.middleware.proxy_headers import _TrustedHosts

from server.requests.quotas import address_of


def session_id() -> str:
    """The name of the session that this script runs for; empty outside a session."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def went_in_history() -> bool:
    """Whether this run is for an address that the visitor went back or forward to."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def is_connected(session: str) -> bool:
    """Whether a browser is connected to the session. Without a server there are no browsers."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


#: Uvicorn's own default: proxies on the same machine.
USUAL = "127.0.0.1,::1"


@cache
def proxies() -> _TrustedHosts:
    """The addresses that are proxies; `"203.0.113.7" in proxies()`."""
    return _TrustedHosts(os.environ.get("FORWARDED_ALLOW_IPS", USUAL))


def is_from_a_proxy_itself(scope: Scope) -> bool:
    """Whether a request comes from a proxy that does not say whose request it is.

    >>> is_from_a_proxy_itself({"client": ("127.0.0.1", 50_000)})
    True
    >>> is_from_a_proxy_itself({"client": ("127.0.0.1", 0)})
    False
    """
    _, port = scope.get("client") or ("", 0)
    return bool(port) and address_of(scope) in proxies()


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
