"""Limit how often anybody may try a code, and how much may be sent in a room."""

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import Scope

from classroom.voting.room import RefusedError
from server.limits import most_phones
from server.requests.addresses import address_of
from server.requests.quotas import Quota
from server.settings import settings
from server.streamlit_internals.proxies import is_from_a_proxy_itself

#: Wrong codes that one address, and everybody together, may try in `MISSES_SECONDS`. With eleven
#: million codes, everybody together would find one of ten rooms in about a year.
MISSES, ALL_MISSES, MISSES_SECONDS = 60, 600, 600
#: Rooms that one address may open in `OPENED_SECONDS`.
OPENED, OPENED_SECONDS = 20, 600
#: Times that phones may enter one room in `JOINS_SECONDS`.
JOINS, JOINS_SECONDS = 4_000, 60
#: New seats that one address takes in one room in `RUSH_SECONDS` only if a program asks for them:
#: a class needs longer to point its phones at a code.
RUSH, RUSH_SECONDS = 60, 2
#: Seconds after which an address may have all its new seats in a room again.
SEATS_SECONDS = 7_200
#: Votes that a room, and one phone, may cast in the given seconds. Further votes wait.
VOTES, VOTES_SECONDS = 1_000, 1
PHONE_VOTES, PHONE_VOTES_SECONDS = 20, 10
#: The most characters in a message from a phone, and from a teacher, who may write a question.
PHONE_CHARACTERS, TEACHER_CHARACTERS = 200, 20_000
#: Seconds in which a new connection has to say what it wants.
SECONDS_TO_ASK = 10.0

EVERYBODY = "everybody"


class Doors:
    """The limits of one process, and how much of each has been used."""

    def __init__(self) -> None:
        self.misses = Quota(MISSES, MISSES_SECONDS)
        self.all_misses = Quota(ALL_MISSES, MISSES_SECONDS)
        self.opened = Quota(OPENED, OPENED_SECONDS)
        self.joins = Quota(JOINS, JOINS_SECONDS)
        self.seats = Quota(settings().address_seats, SEATS_SECONDS)
        self.rush = Quota(RUSH, RUSH_SECONDS)
        self.votes = Quota(VOTES, VOTES_SECONDS)
        self.phone_votes = Quota(PHONE_VOTES, PHONE_VOTES_SECONDS)
        self.most_phones = most_phones(settings())
        self.phones = 0

    def may_try(self, scope: Scope) -> bool:
        """Whether a code may be tried; after too many wrong ones, not even a right one may.

        >>> doors, scope = Doors(), {"client": ("203.0.113.7", 0)}
        >>> for _ in range(MISSES - 1):
        ...     doors.missed(scope)
        >>> doors.may_try(scope)
        True
        >>> doors.missed(scope)
        >>> doors.may_try(scope), doors.may_try({"client": ("203.0.113.8", 0)})
        (False, True)
        """
        if self.all_misses.wait(EVERYBODY, 1):
            return False
        return is_from_a_proxy_itself(scope) or not self.misses.wait(address_of(scope), 1)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place for a phone while it is here. Raises a RefusedError if none is free."""
        if self.phones >= self.most_phones:
            raise RefusedError
        self.phones += 1
        try:
            yield
        finally:
            self.phones -= 1

    def missed(self, scope: Scope) -> None:
        """Record that a wrong code was tried."""
        self.misses.take(address_of(scope), 1)
        self.all_misses.take(EVERYBODY, 1)

    def may_sit(self, scope: Scope, code: str) -> bool:
        """Whether one more new phone from this address may have a seat in a room."""
        if is_from_a_proxy_itself(scope):
            return True
        return not self.seats.take(f"{code} {address_of(scope)}", 1)

    def is_rush(self, scope: Scope, code: str) -> bool:
        """Whether a program may have taken the many new seats of this address."""
        return bool(self.rush.take(f"{code} {address_of(scope)}", 1))

    def may_open(self, scope: Scope) -> bool:
        """Whether one more room may be opened from this address."""
        return is_from_a_proxy_itself(scope) or not self.opened.take(address_of(scope), 1)
