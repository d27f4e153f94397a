from tokenizers import Tokenizer, models, pre_tokenizers, trainers

words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
text = " ".join(f"{word} " * count for word, count in words.items())
tokenizer = Tokenizer(models.BPE())
tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer.train_from_iterator([text], trainers.BpeTrainer(vocab_size=10, show_progress=False))
print(tokenizer.encode("hugs bun").tokens)
# ['hug', 's', 'b', 'un']
