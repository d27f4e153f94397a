"""Makes uvicorn serve connections and websockets with the limits of this folder.

Leans on: `streamlit run` of Streamlit 1.67.0 makes uvicorn's `Config` and gives no access to it, so
it is searched for among all objects. uvicorn 0.54.0 starts an app's lifespan before it listens, and
looks up its protocols in the config at each connection.
Can go: when an app can choose the protocols that it is served with, as uvicorn's own command can.
"""

import gc
from collections.abc import Mapping

from uvicorn import Config

from server.streamlit_internals.connections import HttpConnection
from server.streamlit_internals.websocket_messages import WebSocketConnection


def guard_connections(headers: Mapping[str, str]) -> int:
    """Limit all future connections, and send `headers` with uvicorn's own refusals.

    Returns how many servers it has found: one, or none if uvicorn does not run the app.
    """
    configs = [thing for thing in gc.get_objects() if type(thing) is Config and thing.loaded]
    for config in configs:
        HttpConnection.headers_of_all = WebSocketConnection.headers_of_all = dict(headers)
        config.http_protocol_class = HttpConnection
        config.ws_protocol_class = WebSocketConnection
    return len(configs)
