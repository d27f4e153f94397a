"""A room: a class predicts together, votes, talks, votes again, and then sees.

It is a state machine without clock, network or store. Throughout: a *ballot* is what is asked, a
*seat* is a phone that has joined, a *round* is the first or the second vote on a ballot, and a
*tally* is what became of a ballot.

Unlike polls that send every vote on at once, nothing of a round can be read from a room before
the teacher shows it (Mazur, 1997, *Peer Instruction*: who sees the others' votes first follows
them).
"""
