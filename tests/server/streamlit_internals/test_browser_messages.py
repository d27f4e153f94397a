"""Which parts of a browser's message are handed on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from server.streamlit_internals.browser_messages import (
    MOST_HASHES,
    MOST_STATES,
    NAME_CHARACTERS,
    STATE_BYTES,
    NotFromAPageError,
    let_in,
)

LONGEST = 1_000


def rerun(**fields: object) -> BackMsg:
    return BackMsg(rerun_script=fields)  # type: ignore[arg-type]


def told(message: BackMsg) -> bytes | None:
    return let_in(message.SerializeToString(), LONGEST)


@given(st.binary(max_size=200))
def test_whatever_comes_is_handed_on_or_refused(data: bytes) -> None:
    """Other errors never come; Streamlit itself refuses what cannot be read."""
    try:
        said = let_in(data, LONGEST)
    except NotFromAPageError:
        return
    assert said is None or said == data or BackMsg.FromString(said).rerun_script


def test_what_a_page_says_is_handed_on_as_it_is() -> None:
    states = [WidgetState(id=f"$$ID-{i}-key", string_value="x") for i in range(MOST_STATES)]
    part = "$$STREAMLIT_INTERNAL_KEY_$$ID-1-own_text_part__events"
    states[0] = WidgetState(id=part, json_trigger_value="x" * 2_700_000)
    message = rerun(
        query_string="x" * LONGEST,
        widget_states={"widgets": states},
        page_name="wordpiece",
        cached_message_hashes=["x" * 64] * MOST_HASHES,
    )
    assert told(message) == message.SerializeToString()


def test_a_file_can_be_asked_for_and_nothing_can_be_installed() -> None:
    """A download button represents a file that is made once the browser asks for it."""
    wanted = BackMsg(
        backend_operation_request={"request_id": "1", "deferred_file": {"file_id": "f"}}
    )
    assert told(wanted) == wanted.SerializeToString()
    assert told(BackMsg(backend_operation_request={"install_skills": {}})) is None


@pytest.mark.parametrize(
    "message",
    [
        rerun(query_string="x" * (LONGEST + 1)),
        rerun(page_name="x" * (NAME_CHARACTERS + 1)),
        rerun(fragment_id="x" * (NAME_CHARACTERS + 1)),
        rerun(context_info={"timezone": "x" * (NAME_CHARACTERS + 1)}),
        rerun(context_info={"url": "x" * (LONGEST + 1)}),
        rerun(cached_message_hashes=["x"] * (MOST_HASHES + 1)),
        rerun(cached_message_hashes=["x" * (NAME_CHARACTERS + 1)]),
        rerun(widget_states={"widgets": [{"id": "$$ID-x"}] * (MOST_STATES + 1)}),
    ],
)
def test_what_no_page_says_is_refused(message: BackMsg) -> None:
    with pytest.raises(NotFromAPageError):
        told(message)


def test_states_that_no_page_tells_are_left_out() -> None:
    """The session's own names and long states are dropped; the others stay in order."""
    kept = [WidgetState(id=f"$$ID-{i}", string_value="x" * 99_000) for i in range(3)]
    others = [
        WidgetState(id="text", string_value="x"),
        WidgetState(id="$$STREAMLIT_INTERNAL_KEY_SCRIPT_RUN_WITHOUT_ERRORS", bool_value=True),
        WidgetState(id="$$ID-" + "x" * NAME_CHARACTERS, bool_value=True),
        WidgetState(id="$$ID-x", string_value="x" * STATE_BYTES),
        WidgetState(id="$$ID-x", bytes_value=b"x" * STATE_BYTES),
    ]
    mixed = [kept[0], *others, *kept[1:]]
    said = told(rerun(widget_states={"widgets": mixed}, page_name="quiz"))
    assert BackMsg.FromString(said or b"") == rerun(
        widget_states={"widgets": kept}, page_name="quiz"
    )


def test_text_is_no_message() -> None:
    with pytest.raises(NotFromAPageError):
        let_in(None, LONGEST)
