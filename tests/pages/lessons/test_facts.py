"""What the lessons say of the world: figures counted again, and claims that turned out untrue."""

import pytest

from bpe_core.diagnosis import MISTAKES
from bpe_core.files.inspection.formats import open_file
from bpe_core.files.inspection.views.tokens import landscape
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.vocabularies.parallel_texts import language_names, paragraphs
from pages.lessons import LESSONS
from pages.session.glossary import glossary
from tests.pages.messages import read_catalogue, singular, translations

#: What a text said once, and why it is untrue.
UNTRUE = {
    "Models In a Spell:": "the paper of Itzhak and Levy is called Models In a Spelling Bee",
    "spelling lists": "models learn letters from related words, too (Kaushal and Mahowald, 2022)",
    "其中的拼写表": "the same",
    "that BPE was first published with": "Gage published a program in 1994",
    "four ways": "SentencePiece's seed vocabulary differs, too",
    "四处不同": "the same",
    "A Latin letter takes one byte": "é takes two",
    "一个拉丁字母占": "the same",
    "Attention compares every token with every token": "a GPT's does not look ahead",
    "10% more parameters": "only the embedding grows",
    "raise the loss least": "tokens do not raise the loss, their removal does",
    "So most libraries make you choose": "transformers takes a special token silently",
    "所以多数程序库都要求使用者自己选": "the same",
    "saves most now": "where occurrences overlap, a count is more than what a merge saves",
    "取眼下省得最多": "the same",
    "no text can use it": "only a few contexts are tried",
    "就没有文本能用到它": "the same",
    "A tokenizer compares bytes": "one with characters as the unit does not",
    "take in at once": "what a model writes takes room in its context, too",
    "pay a model": "one pays for it",
    "a letter has one.": "Chinese has fewer characters: the same text has about as many bytes",
    "no token holds half a word": "subwords do",
}


def english_and_chinese() -> list[tuple[str, str]]:
    """All prose, messages and terms in both languages, each with its place."""
    prose = [
        (f"{lesson.address}: {path.name}", path.read_text(encoding="utf-8"))
        for lesson in LESSONS.values()
        for path in sorted((lesson.folder / "prose").iterdir())
    ]
    messages = [
        (repr(singular(message.id)), text)
        for message in read_catalogue()
        for text in (singular(message.id), *translations(message.string))
    ]
    terms = [(term.name["en"], said) for term in glossary() for said in term.meaning.values()]
    return prose + messages + terms


def test_nothing_untrue_is_said_again() -> None:
    """In no prose, message or term."""
    texts = english_and_chinese()
    assert not [
        (place, words, why)
        for place, text in texts
        for words, why in UNTRUE.items()
        if words in text
    ]


def prose(name: str, lesson: str = "wild") -> str:
    return (LESSONS[lesson].folder / "prose" / name).read_text(encoding="utf-8")


def test_the_sample_paragraph_has_as_many_bytes_as_fair_to_languages_says() -> None:
    """In English, Chinese and Tamil, in both languages."""
    sizes = dict(zip(language_names(), (len(each.encode()) for each in paragraphs()), strict=True))
    english, chinese, tamil = (sizes[name] for name in ("English", "Chinese", "Tamil"))
    said = f"{english} bytes in English, {chinese} in Chinese and {tamil} in Tamil"
    assert said in prose("more.en.md", "parity")
    said = f"英语是 {english} 个字节，中文 {chinese} 个，泰米尔语 {tamil} 个"
    assert said in prose("more.zh.md", "parity")


def test_as_many_mistakes_are_tried_as_your_own_bpe_says() -> None:
    """To the nearest ten, in both languages."""
    tens = round(len(MISTAKES), -1)
    assert f"some {tens} mistakes" in prose("more.en.md", "your_bpe")
    assert f"大约 {tens} 种" in prose("more.zh.md", "your_bpe")


def test_sizes_of_published_vocabularies_are_as_counted() -> None:
    """In the wild, in thousands, in both languages. Their own tests count the listed sizes."""
    english, chinese = prose("more.en.md"), prose("more.zh.md")
    qwen, deepseek = PUBLISHED["Qwen 3.6"].size, PUBLISHED["DeepSeek"]
    assert f"{qwen // 1000},000 tokens, which is read here from Qwen 3.6" in english
    assert f"有 {qwen // 1000 / 10} 万个词元（这里取自 Qwen 3.6）" in chinese
    if deepseek.path is None:
        pytest.skip(f"{deepseek.package} is not installed")
    scripts = landscape(open_file(deepseek.path.read_bytes()))["scripts"]
    han = next(row["tokens"] for row in scripts if row["script"] == "Han")
    assert f"128,000 tokens, {han // 1000},000 of them Chinese, and more than a thousand" in english
    assert f"12.8 万个词元，其中 {han // 1000 / 10} 万个是汉字词元（另有一千多个" in chinese
    assert 1_000 < deepseek.size - 128_000 < 2_000
