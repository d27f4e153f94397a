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
