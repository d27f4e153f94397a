"""IMS Question and Test Interoperability, version 2.1 (IMS Global, 2012), as a content package.

A ZIP with a manifest, a test that asks every item in turn, and one file for each item. Each item is
scored 0 or 1, and contains the feedback for each answer.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, indent
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from classroom.exchange.item import ExchangeItem, document, mixed

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_TEST_FILE = "test.xml"
#: The time of every file in the ZIP, so that the same questions always make the same package.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def write_qti(items: Sequence[ExchangeItem], title: str) -> bytes:
    """All questions as one package."""
    files = {
        "imsmanifest.xml": _manifest(items),
        _TEST_FILE: _test(items, title),
        **{_file_of(item): _item(item) for item in items},
    }
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as package:
        for name, root in files.items():
            package.writestr(ZipInfo(name, _NO_TIME), document(root), ZIP_DEFLATED)
    return out.getvalue()


def _file_of(item: ExchangeItem) -> str:
    return f"items/{item.name}.xml"


def _place(choice: int) -> str:
    return f"C{choice}"


def _root(tag: str, namespace: str, schema: str, **attributes: str) -> Element:
    """The root of a document. ElementTree writes a default namespace like any other attribute."""
    location = f"{namespace} {schema}"
    names = {"xmlns": namespace, "xmlns:xsi": _XSI, "xsi:schemaLocation": location}
    return Element(tag, names | attributes)


def _item(item: ExchangeItem) -> Element:
    root = _root(
        "assessmentItem",
        _QTI,
        f"{_QTI}.xsd",
        identifier=item.name,
        title=item.title,
        adaptive="false",
        timeDependent="false",
        **{"xml:lang": item.language},
    )
    response = SubElement(
        root,
        "responseDeclaration",
        identifier="RESPONSE",
        cardinality="single",
        baseType="identifier",
    )
    SubElement(SubElement(response, "correctResponse"), "value").text = _place(item.right)
    _outcome(root, "SCORE", "float", "0")
    _outcome(root, "MAXSCORE", "float", "1")
    _outcome(root, "FEEDBACK", "identifier", None)
    root.append(_body(item))
    root.append(_processing())
    root.extend(_feedback(item))
    return root


def _outcome(root: Element, name: str, base_type: str, default: str | None) -> None:
    node = SubElement(
        root, "outcomeDeclaration", identifier=name, cardinality="single", baseType=base_type
    )
    if default is not None:
        SubElement(SubElement(node, "defaultValue"), "value").text = default


def _body(item: ExchangeItem) -> Element:
    body = Element("itemBody")
    body.extend(deepcopy(block) for block in item.scene)
    interaction = SubElement(
        body,
        "choiceInteraction",
        responseIdentifier="RESPONSE",
        shuffle="false" if item.is_ordered else "true",
        maxChoices="1",
    )
    prompt = SubElement(interaction, "prompt")
    prompt.text = item.ask.text
    prompt.extend(deepcopy(part) for part in item.ask)
    for place, choice in enumerate(item.choices):
        node = SubElement(interaction, "simpleChoice", identifier=_place(place))
        node.append(deepcopy(choice.content))
    return body


def _processing() -> Element:
    """Score 1 if the response is the correct one, and show the feedback for it."""
    rules = Element("responseProcessing")
    branch = SubElement(SubElement(rules, "responseCondition"), "responseIf")
    match = SubElement(branch, "match")
    SubElement(match, "variable", identifier="RESPONSE")
    SubElement(match, "correct", identifier="RESPONSE")
    score = SubElement(branch, "setOutcomeValue", identifier="SCORE")
    SubElement(score, "baseValue", baseType="float").text = "1"
    feedback = SubElement(rules, "setOutcomeValue", identifier="FEEDBACK")
    SubElement(feedback, "variable", identifier="RESPONSE")
    return rules


def _feedback(item: ExchangeItem) -> Iterator[Element]:
    right, wrong = item.verdicts
    for place, choice in enumerate(item.choices):
        node = Element(
            "modalFeedback",
            outcomeIdentifier="FEEDBACK",
            identifier=_place(place),
            showHide="show",
        )
        node.append(mixed("p", right if place == item.right else wrong))
        if choice.feedback:
            node.append(mixed("p", choice.feedback))
        if item.why is not None:
            node.append(deepcopy(item.why))
        yield node


def _test(items: Sequence[ExchangeItem], title: str) -> Element:
    root = _root("assessmentTest", _QTI, f"{_QTI}.xsd", identifier="test", title=title)
    part = SubElement(
        root,
        "testPart",
        identifier="part",
        navigationMode="nonlinear",
        submissionMode="individual",
    )
    section = SubElement(part, "assessmentSection", identifier="all", title=title, visible="true")
    for item in items:
        SubElement(section, "assessmentItemRef", identifier=item.name, href=_file_of(item))
    indent(root)
    return root


def _manifest(items: Sequence[ExchangeItem]) -> Element:
    root = _root("manifest", _PACKAGE, f"{_PACKAGE}.xsd", identifier="package")
    metadata = SubElement(root, "metadata")
    SubElement(metadata, "schema").text = "QTIv2.1 Package"
    SubElement(metadata, "schemaversion").text = "1.0.0"
    SubElement(root, "organizations")
    resources = SubElement(root, "resources")
    test = _resource(resources, "test", "imsqti_test_xmlv2p1", _TEST_FILE)
    for item in items:
        SubElement(test, "dependency", identifierref=item.name)
        _resource(resources, item.name, "imsqti_item_xmlv2p1", _file_of(item))
    indent(root)
    return root


def _resource(resources: Element, name: str, kind: str, file: str) -> Element:
    node = SubElement(resources, "resource", identifier=name, type=kind, href=file)
    SubElement(node, "file", href=file)
    return node
