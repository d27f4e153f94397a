"""A text's whole way through a tokenizer, stage by stage: the learner's own, and BERT's."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import streamlit as st

from bpe_core import Tokenizer, Trace
from bpe_core.text.corpus import write_space
from bpe_core.text.normalization import NORMALIZERS, normalize
from bpe_core.tokenizers.bert_stages import UNKNOWN, BertTokenizer
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.components.training.training_progress import asks_for_text, trained
from pages.session.language import _, format_number, gettext
from pages.session.training_request import TrainingRequest

#: Most characters of the text that go the whole way.
MOST_CHARACTERS = 200


def draw_whole_way(request: TrainingRequest, text: str) -> None:
    """The four stages of the learner's own tokenizer, next to the four stages of BERT's."""
    if len(text) > MOST_CHARACTERS:
        message = _("Only the first {n} characters are shown here.")
        st.caption(message.format(n=format_number(MOST_CHARACTERS)))
    begin = text[:MOST_CHARACTERS]
    own, bert = st.columns(2, gap="medium")
    with own:
        _draw_own(request, begin)
    with bert:
        st.markdown("**BERT (uncased)**")
        if (stages := bert_stages(begin)) is not None:
            token_rows(stages, key="bert_way", layout="chain")
        else:
            st.info(_("BERT's vocabulary is not installed on this server."))


def _draw_own(request: TrainingRequest, text: str) -> None:
    name = _("Your tokenizer")
    st.markdown(f"**{name}**")
    done = None if asks_for_text(request) else trained(request)
    if done is None or not isinstance(done.trace, Trace):
        return
    stages = own_stages(done.trace.tokenizer(), text)
    token_rows(stages, key="own_way", layout="chain")
    if mostly_unknown(stages[2]):
        st.caption(
            _(
                "Most of this text is unknown to your tokenizer: its corpus has too few "
                "different characters. Choose a larger corpus, or bytes as the unit."
            )
        )


def own_stages(tokenizer: Tokenizer, text: str) -> list[TokenRow]:
    """The text on its way through the learner's tokenizer; the last stage only has the ids."""
    normalized = normalize(text, tokenizer.normalizer)
    rule = tokenizer.pre_tokenizer
    words = [[Chip(write_space(word, rule, tokenizer.unit))] for word in rule.split(normalized)]
    ids = [encoded.ids for encoded in tokenizer.encoded_words(text)]
    chain = " → ".join(gettext(NORMALIZERS[name].label) for name in tokenizer.normalizer)
    # As the stage before writes them: this lesson says what a space becomes.
    tokens = [[replace(chip_of(tokenizer, i), token=tokenizer.token(i)) for i in w] for w in ids]
    remarks = chain or _("none"), gettext(rule.label), _("BPE: the merges you trained")
    flat = [i for word in ids for i in word]
    return _stages(remarks, normalized, (words, tokens, []), _("adds nothing"), flat)


def bert_stages(text: str) -> list[TokenRow] | None:
    """The text on its way through BERT's tokenizer; None if its vocabulary is not installed."""
    if (bert := _bert()) is None:
        return None
    stages = bert.stages(text)
    words = [[Chip(word)] for word in stages.words]
    tokens = [[Chip(token, token == UNKNOWN) for token in word] for word in stages.tokens]
    remarks = (
        _("lowercase, without accents"),
        _("at whitespace, punctuation and every Chinese character"),
        _("WordPiece: from the beginning, the longest token that fits"),
    )
    added = [[Chip("[CLS]")], *tokens, [Chip("[SEP]")]]
    sentence = _("adds [CLS] at the start and [SEP] at the end")
    return _stages(remarks, stages.normalized, (words, tokens, added), sentence, stages.ids)


def mostly_unknown(stage: TokenRow) -> bool:
    """Whether more than half of the tokens of a stage are the unknown token.

    >>> mostly_unknown(TokenRow("", "", [[Chip("<unk>", True)], [Chip("a")]]))
    False
    """
    chips = [chip for word in stage.words for chip in word]
    return 2 * sum(chip.is_unknown for chip in chips) > len(chips)


def _stages(
    remarks: tuple[str, str, str],
    normalized: str,
    chips: tuple[list[list[Chip]], ...],
    added: str,
    ids: Sequence[int],
) -> list[TokenRow]:
    """Four rows: the text, its words, its tokens, and the tokens that the model receives."""
    normalization, cuts, model = remarks
    words, tokens, all_tokens = chips
    written = " ".join(map(str, ids))
    return [
        TokenRow(_("1. Normalization"), normalization, [], text=normalized),
        TokenRow(_("2. Pre-tokenization"), _stage(cuts, len(words)), words),
        TokenRow(_("3. Model"), _counted(model, sum(map(len, tokens))), tokens),
        TokenRow(
            _("4. Post-processing"), added, all_tokens, last=_("ids: {ids}").format(ids=written)
        ),
    ]


def _stage(sentence: str, words: int) -> str:
    return _("{what} (words: {n})").format(what=sentence, n=format_number(words))


def _counted(sentence: str, tokens: int) -> str:
    return _("{what} (tokens: {n})").format(what=sentence, n=format_number(tokens))


@cache
def _bert() -> BertTokenizer | None:
    path = PUBLISHED["BERT"].path
    return (
        None if path is None else BertTokenizer(path.read_text(encoding="utf-8").split("\n")[:-1])
    )
