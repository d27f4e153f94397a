"""Every term leads to the lesson that shows it."""

import re

from pages.lessons import LESSONS
from tests.pages.whole_app.visitor import Visitor

LINK = re.compile(r'<a href="([^"]+)" target="_self">([^<]+)</a>')


def test_each_link_is_the_address_of_its_lesson() -> None:
    """The first lesson has the shortest one, and no other."""
    visitor = Visitor("terms", lang="en")
    drawn = "".join(html.proto.body for html in visitor.app.get("html"))
    leads_to = {name: address for address, name in LINK.findall(drawn)}
    assert leads_to.pop("Merge by merge") == "./?lang=en"
    assert leads_to["Bytes"] == "./bytes?lang=en"
    assert set(leads_to.values()) <= {f"./{address}?lang=en" for address in LESSONS}
