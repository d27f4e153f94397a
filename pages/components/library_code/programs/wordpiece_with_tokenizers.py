from tokenizers import Tokenizer, models, pre_tokenizers, processors

# Its WordPieceTrainer merges by count, as BPE does; only encoding is WordPiece's longest match.
names = ["[UNK]", "[CLS]", "[SEP]", "hug", "pu", "##g", "##gs", "##s"]
vocabulary = {token: i for i, token in enumerate(names)}
tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
tokenizer.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
print(tokenizer.encode("pugs hugs bugs").tokens)
# ['[CLS]', 'pu', '##gs', 'hug', '##s', '[UNK]', '[SEP]']
