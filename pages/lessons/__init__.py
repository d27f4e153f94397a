"""The lessons, a folder each, in the order of the navigation."""

#: The folder of each lesson, by its address.
LESSONS = {
    "train": "merge_by_merge",
    "compare": "word_character_subword",
    "encode": "encode_decode",
    "wild": "in_the_wild",
    "bytes": "bytes",
    "before_merges": "before_merges",
    "languages": "two_languages",
    "wordpiece": "wordpiece",
    "unigram": "unigram",
    "side_by_side": "side_by_side",
    "quiz": "quiz",
    "worksheet": "worksheet",
}
