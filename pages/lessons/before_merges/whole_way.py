"""A text's whole way through a tokenizer, stage by stage: the learner's own, and BERT's.

Then the way of many documents into a training: cut out, left in, or cut elsewhere.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import streamlit as st

from bpe_core import Tokenizer, Trace
from bpe_core.experiments.borders import BORDER, foreign_tokens, trained_with
from bpe_core.text.corpus import write_space
from bpe_core.text.normalization import NORMALIZERS, normalize
from bpe_core.text.sentences import split_sentences
from bpe_core.tokenizers.bert_stages import UNKNOWN, BertTokenizer
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.charts import figures_table
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.components.training import asks_for_text, trained
from pages.lessons.before_merges import LESSON
from pages.session.language import _, current_language, gettext
from pages.session.training_request import TrainingRequest
from sample_corpora import content

#: Most characters of the text that go the whole way.
MOST_CHARACTERS = 200
#: Of the documents: the characters used, the merges, the size of a chunk, and the tokens listed.
MOST_READ, MERGES, CHUNK, MOST_LISTED = 20_000, 200, 200, 16
FEWEST_DOCUMENTS = 5


def draw_whole_way(request: TrainingRequest, text: str) -> None:
    """The four stages of the learner's own tokenizer, next to the four stages of BERT's."""
    if len(text) > MOST_CHARACTERS:
        st.caption(_("Only the first {n} characters are shown here.", n=MOST_CHARACTERS))
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
        st.caption(LESSON.prose("mostly_unknown"))


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
    remarks = LESSON.titles("bert_titles")
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
    remarks: Sequence[str],
    normalized: str,
    chips: tuple[list[list[Chip]], ...],
    added: str,
    ids: Sequence[int],
) -> list[TokenRow]:
    """Four rows: the text, its words, its tokens, and the tokens that the model receives."""
    normalization, cuts, model = remarks
    words, tokens, all_tokens = chips
    in_words = _("{what} (words: {n})", what=cuts, n=len(words))
    in_tokens = _("{what} (tokens: {n})", what=model, n=sum(map(len, tokens)))
    last = _("ids: {ids}", ids=" ".join(map(str, ids)))
    return [
        TokenRow(_("1. Normalization"), normalization, [], text=normalized),
        TokenRow(_("2. Pre-tokenization"), in_words, words),
        TokenRow(_("3. Model"), in_tokens, tokens),
        TokenRow(_("4. Post-processing"), added, all_tokens, last=last),
    ]


@cache
def _bert() -> BertTokenizer | None:
    if (path := PUBLISHED["BERT"].path) is None:
        return None
    return BertTokenizer(path.read_text(encoding="utf-8").split("\n")[:-1])


def draw_documents(request: TrainingRequest) -> None:
    """Draw what each way to cut documents counts and learns that none of them has."""
    with st.expander(_("Special tokens and document boundaries while training")):
        st.markdown(LESSON.prose("documents", border=BORDER, n=CHUNK))
        documents = documents_of(request)
        ways = [*trained_with(documents, CHUNK, MERGES).values()]
        names = [_("cut out first"), _("left in the text"), _("cut into chunks anywhere")]
        foreign = [foreign_tokens(way, documents) for way in ways]
        counts = [
            (_("counted words that are in no document"), *(way.foreign for way in ways)),
            (_("learned tokens that are in no document"), *map(len, foreign)),
            (_("tokens of all documents"), *(way.tokens for way in ways)),
        ]
        figures_table(counts, ["", *names])
        rows = []
        for name, way, steps in zip(names, ways, foreign, strict=True):
            chips = [[Chip(way.trace.merges[step - 1].token)] for step in steps[:MOST_LISTED]]
            if chips:
                rows.append(TokenRow(name, "…" * (len(steps) > MOST_LISTED), chips))
        if rows:
            token_rows(rows, key="documents_foreign", layout="list")
        message = _(
            "{n} sentences, each as a document, and {merges} merges.",
            n=len(documents),
            merges=MERGES,
        )
        st.caption(message)


def documents_of(request: TrainingRequest) -> list[str]:
    """The sentences of the corpus, or of a sample if it is a list of words or too short."""
    own: list[str] = []
    if not request.lacks_text:
        specification, text = request.source()
        own = [] if specification.is_table(text) else sentences_of(text)
    sample = "news-zh" if current_language() == "zh" else "news-en"
    return own if len(own) >= FEWEST_DOCUMENTS else sentences_of(str(content(sample)))


def sentences_of(text: str) -> list[str]:
    """The sentences at the beginning of a text, without the whitespace around them."""
    found = (each.strip() for each in split_sentences(text[:MOST_READ]))
    return [each for each in found if each]
