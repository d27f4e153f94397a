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
