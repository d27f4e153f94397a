"""The limits of a tokenizer file, of a question to it and of an answer.

Real files reach 33 MB (Gemma 3) and 262,144 tokens. Sizes are in bytes, times in seconds.
"""

MOST_BYTES = 40_000_000
MOST_TOKENS = 300_000
#: Merges: a file that was made from tiktoken's ranks lists every pair that makes a token.
MOST_MERGES = 1_000_000
#: Bytes of one token. The longest of the published vocabularies we know has 512.
MOST_TOKEN_BYTES = 65_536

#: Bytes of addresses that a process may take which has a file open; Gemma 3 takes 600 MB.
MEMORY_LIMIT = 2_000_000_000
#: Seconds that opening a file may take, and one question to it.
OPEN_LIMIT = 40
ASK_LIMIT = 30

#: Characters of a text that is encoded with places, of a word that is replayed, of a pattern.
MOST_TEXT = 200_000
MOST_WORD = 200
#: Rows of one answer to a search.
MOST_ROWS = 500
