from tokenizers import Tokenizer, models, pre_tokenizers

# Its WordPieceTrainer merges by count, as BPE does; only encoding is WordPiece's longest match.
vocabulary = {token: i for i, token in enumerate(["[UNK]", "hug", "pu", "##g", "##gs", "##s"])}
tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
print(tokenizer.encode("pugs hugs bugs").tokens)
# ['pu', '##gs', 'hug', '##s', '[UNK]']
