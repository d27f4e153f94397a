"""Programs that show a lesson's step with a library; each cell stands alone."""

# %% before_with_tokenizers
from tokenizers import normalizers, pre_tokenizers

text = normalizers.NFKC().normalize_str("The ﬁrst cafe\u0301: 7,481")
print(text)
cut = pre_tokenizers.ByteLevel(add_prefix_space=False)  # GPT-2's rule
print([word for word, place in cut.pre_tokenize_str(text)])
# The first café: 7,481
# ['The', 'Ġfirst', 'ĠcafÃ©', ':', 'Ġ7', ',', '481']

# %% train_with_tokenizers
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
text = " ".join(f"{word} " * count for word, count in words.items())
tokenizer = Tokenizer(models.BPE())
tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer.train_from_iterator([text], trainers.BpeTrainer(vocab_size=10, show_progress=False))
print(tokenizer.encode("hugs bun").tokens)
# ['hug', 's', 'b', 'un']

# %% train_with_sentencepiece
import io

import sentencepiece

words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
lines = [word for word, count in words.items() for _ in range(count)]
for algorithm in ("bpe", "unigram"):
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        model_type=algorithm,
        vocab_size=14,
        minloglevel=2,
    )
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    print(algorithm, processor.encode("hugs", out_type=str))
# bpe ['▁', 'h', 'ug', 's']
# unigram ['▁hugs']

# %% encode_with_tokenizers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

vocabulary = {token: i for i, token in enumerate(["h", "u", "g", "s", "Ġ", "ug", "hug"])}
tokenizer = Tokenizer(models.BPE(vocabulary, merges=[("u", "g"), ("h", "ug")]))
tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
tokenizer.decoder = decoders.ByteLevel()
encoding = tokenizer.encode("hugs hug")
print(encoding.ids, encoding.tokens)
print(tokenizer.decode(encoding.ids))
# [6, 3, 4, 6] ['hug', 's', 'Ġ', 'hug']
# hugs hug

# %% encode_with_tiktoken
import tiktoken

ranks = {bytes([byte]): byte for byte in range(256)} | {b"ug": 256, b"hug": 257}
enc = tiktoken.Encoding("hug", pat_str=r"\S+|\s+", mergeable_ranks=ranks, special_tokens={})
ids = enc.encode("hugs")  # a published one: tiktoken.get_encoding("cl100k_base")
print(ids, [enc.decode_single_token_bytes(i) for i in ids])
print(enc.decode(ids))
# [257, 115] [b'hug', b's']
# hugs

# %% wordpiece_with_tokenizers
from tokenizers import Tokenizer, models, pre_tokenizers, processors

# Its WordPieceTrainer merges by count, as BPE does; only encoding is WordPiece's longest match.
names = ["[UNK]", "[CLS]", "[SEP]", "hug", "pu", "##g", "##gs", "##s"]
vocabulary = {token: i for i, token in enumerate(names)}
tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
tokenizer.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
print(tokenizer.encode("pugs hugs bugs").tokens)
# ['[CLS]', 'pu', '##gs', 'hug', '##s', '[UNK]', '[SEP]']

# %% unigram_with_tokenizers
from tokenizers import Tokenizer, models

pieces = [("<unk>", 0.0), ("h", -4.0), ("u", -3.0), ("g", -3.0), ("hu", -3.5), ("ug", -2.0)]
tokenizer = Tokenizer(models.Unigram(pieces, unk_id=0, byte_fallback=False))
print(tokenizer.encode("hug").tokens)  # h + ug: -6.0 is more than hu + g: -6.5
# ['h', 'ug']
