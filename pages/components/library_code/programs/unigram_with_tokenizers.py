from tokenizers import Tokenizer, models

pieces = [("<unk>", 0.0), ("h", -4.0), ("u", -3.0), ("g", -3.0), ("hu", -3.5), ("ug", -2.0)]
tokenizer = Tokenizer(models.Unigram(pieces, unk_id=0, byte_fallback=False))
print(tokenizer.encode("hug").tokens)  # h + ug: -6.0 is more than hu + g: -6.5
# ['h', 'ug']
