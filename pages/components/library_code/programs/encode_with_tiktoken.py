import tiktoken

ranks = {bytes([byte]): byte for byte in range(256)} | {b"ug": 256, b"hug": 257}
encoding = tiktoken.Encoding("hug", pat_str=r"\S+|\s+", mergeable_ranks=ranks, special_tokens={})
ids = encoding.encode("hugs")  # a published one: tiktoken.get_encoding("cl100k_base")
print(ids, [encoding.decode_single_token_bytes(i) for i in ids])
print(encoding.decode(ids))
# [257, 115] [b'hug', b's']
# hugs
