"""A room: a class predicts together, votes, talks, votes again, and then sees the answer.

It is a state machine without a clock, network or store. Throughout, a *ballot* is a question to the
class, a *seat* is a phone that has joined, a *round* is the first or second vote on a ballot, and a
*tally* is the result of a ballot.

Unlike polls that pass on every vote at once, a room reveals nothing about a round before the
teacher shows it (Mazur, 1997, *Peer Instruction*: people who see the others' votes first follow
them).
"""
