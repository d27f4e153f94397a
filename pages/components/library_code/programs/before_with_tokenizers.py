from tokenizers import normalizers, pre_tokenizers

text = normalizers.NFKC().normalize_str("The ﬁrst cafe\u0301: 7,481")
print(text)
cut = pre_tokenizers.ByteLevel(add_prefix_space=False)  # GPT-2's rule
print([word for word, place in cut.pre_tokenize_str(text)])
# The first café: 7,481
# ['The', 'Ġfirst', 'ĠcafÃ©', ':', 'Ġ7', ',', '481']
