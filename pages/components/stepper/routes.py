"""The routes from which a stepper fetches later pieces of its walk.

Other routes answer with the facts about a pair or a token that the learner predicted. To one of
them, a stepper reports that the learner sees it.
"""

import gzip
import json
from functools import singledispatch
from typing import Any

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bpe_core import Trace
from bpe_core.algorithms.train import AnyTrace
from bpe_core.algorithms.unigram.trace import UnigramTrace
from pages.components.component import to_json
from pages.components.stepper.payload import piece_of, sum_of
from pages.components.stepper.unigram_payload import worth_of
from pages.session.traces import merges_by_key, piece_by_key, trace_by_key
from server.streamlit_internals.drawing import report_rendered


@singledispatch
def steps_in_piece(trace: AnyTrace, number: int) -> list[Any]:
    """The steps in one piece of a walk, as values that JSON can hold.

    Rounds need no pieces: they were all sent at once. A lesson that walks over another kind of
    trace registers what its own pieces hold.
    """
    return []


steps_in_piece.register(Trace)(piece_of)


def _packed(trace: AnyTrace, number: int) -> bytes:
    steps = steps_in_piece(trace, number)
    return to_json(steps) if steps else b""


def _answer(request: Request) -> Response:
    place = request.path_params
    piece = piece_by_key(place["key"], place["piece"], _packed)
    if piece is None:
        return Response(status_code=404)
    # The key names the content. It is packed in this thread, not in the one that serves everybody.
    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        piece = gzip.decompress(piece)
    return Response(piece, media_type="application/json", headers=headers)


def _answer_sum(request: Request) -> Response:
    """The sum of any pair at a step, for a learner who chose it."""
    step, left, right = (request.path_params[name] for name in ("step", "left", "right"))
    trace = merges_by_key(request.path_params["key"])
    if trace is None or step > len(trace) or max(left, right) >= trace.first_merge_id + step:
        return Response(status_code=404)
    return _answer_facts(sum_of(trace, step, left, right))


def _answer_counts(request: Request) -> Response:
    """How often a pair occurred at which steps, for a learner who points at it."""
    left, right = (request.path_params[name] for name in ("left", "right"))
    trace = merges_by_key(request.path_params["key"])
    if trace is None or max(left, right) >= trace.first_merge_id + len(trace):
        return Response(status_code=404)
    return _answer_facts(trace.counts_of(left, right))


def _answer_worth(request: Request) -> Response:
    """Answer with the cost of removing any token at a round, for a learner who chose it."""
    step, token = (request.path_params[name] for name in ("step", "token"))
    trace = trace_by_key(request.path_params["key"])
    if not isinstance(trace, UnigramTrace) or step >= len(trace):
        return Response(status_code=404)
    worth = worth_of(trace, step, token)
    return Response(status_code=404) if worth is None else _answer_facts(worth)


def _answer_facts(facts: object) -> Response:
    return Response(
        json.dumps(facts),
        media_type="application/json",
        headers={"Cache-Control": "private, max-age=3600"},
    )


def _note_rendered(request: Request) -> Response:
    """The learner sees a walk: the rest of the page can come."""
    report_rendered(request.path_params["key"])
    return Response(status_code=204)


class Number(IntegerConvertor):
    """A number in an address. Python reads none of 5,000 digits; ten are too large already."""

    def convert(self, value: str) -> int:
        return int(value[:10])


register_url_convertor("number", Number())
ROUTES = [
    Route("/trace/{key}/{piece:number}", _answer),
    Route("/trace/{key}/seen", _note_rendered, methods=["POST"]),
    Route("/trace/{key}/sum/{step:number}/{left:number}/{right:number}", _answer_sum),
    Route("/trace/{key}/counts/{left:number}/{right:number}", _answer_counts),
    Route("/trace/{key}/worth/{step:number}/{token:number}", _answer_worth),
]
