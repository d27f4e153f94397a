"""An administrator's settings, all of them documented."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from server.settings import PREFIX, SettingError, Settings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "administrators.md"


@pytest.mark.parametrize("field", fields(Settings), ids=lambda field: field.name)
def test_every_setting_is_documented_with_its_default(field) -> None:  # type: ignore[no-untyped-def]
    """The page for administrators has a row for it, with its default value."""
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    (row,) = (row for row in rows if f"`{PREFIX}{field.name.upper()}`" in row)
    default = "half of the processors" if field.name == "workers" else str(field.default)
    assert f"| {default} |" in row.replace("`", "").replace(",", "")


def test_the_page_names_no_setting_that_does_not_exist() -> None:
    known = {PREFIX + field.name.upper() for field in fields(Settings)}
    assert set(re.findall(rf"{PREFIX}[A-Z_]+[A-Z]", PAGE.read_text("utf-8"))) <= known


@pytest.mark.parametrize("value", ["-1", "0", "1.5", "abc", "9" * 30, "٣", "1e3"])
def test_a_number_that_cannot_be_used_is_refused(value: str) -> None:
    """The error has the name of the setting and its bounds."""
    with pytest.raises(SettingError, match=r"MERGE_BY_MERGE_SESSIONS is .* from 1 to 10000"):
        Settings.read({"MERGE_BY_MERGE_SESSIONS": value})


def test_the_static_edition_needs_a_whole_address() -> None:
    for address in ("example.github.io", "javascript:alert(1)", "/static"):
        with pytest.raises(SettingError, match="STATIC_EDITION is"):
            Settings.read({"MERGE_BY_MERGE_STATIC_EDITION": address})


def test_what_is_left_out_is_as_usual() -> None:
    assert Settings.read({"MERGE_BY_MERGE_SESSIONS": " ", "OTHER": "1"}) == Settings()
