"""Wiji: 128-bit identifiers that sort by creation time, to the microsecond.

    >>> import wiji
    >>> id = wiji.wiji()                # a new ID, such as '06C303ZADAJC00E40000000C1S'
    >>> created = wiji.parse(id).date   # when it was generated, a datetime in UTC

One file without dependencies.  Implements specification 1.0.0; where it contradicts itself, the
repository's docs/internals/format.md applies.  IDs are read as 26 characters, in UUID form (36) or in
hexadecimal (32), in upper or lower case, as 16 bytes, and as a uuid.UUID of the same bytes.

Functions that read an ID raise ValueError with the reason if it is not a wiji of version 1, and
TypeError if it is of another type.  The module is thread-safe, and may be used after a fork: the
child's generators draw their own random bits.
"""
# Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
from __future__ import annotations

import os
import sys
import threading
import time
import weakref
from collections import namedtuple
from datetime import datetime, timedelta, timezone

# Importing typing and uuid takes longer than all the rest of this module, so only type checkers do, and
# __getattr__() for programs that use what needs them.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid as _uuid
    from collections.abc import Callable
    from typing import Any, NamedTuple, NewType, NoReturn

    Id = str | bytes | bytearray | memoryview | _uuid.UUID
    """The types that are read as IDs."""

    WijiId = NewType('WijiId', str)
    """For programs in which a type checker shall tell IDs from other texts: WijiId(wiji.wiji())."""

__all__ = ['wiji', 'binary', 'uuid', 'hex', 'parse', 'is_valid', 'compare', 'factory',
           'make', 'lower', 'upper', 'Factory', 'Fields', 'Id', 'Moment', 'WijiId']


def __getattr__(name: str) -> Any:
    if name == 'Id':
        from uuid import UUID
        value: Any = str | bytes | bytearray | memoryview | UUID
    elif name == 'WijiId':
        from typing import NewType
        WijiId = NewType('WijiId', str)
        value = WijiId
    else:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    globals()[name] = value
    return value


Moment = datetime | int
"""A datetime with a time zone, or microseconds since 1970."""

_MAX_US = (1 << 56) - 1  # 4253-05-31 22:20:37.927935 UTC
_MAX_SEQUENCE = 0xFFFF
_MAX_RANDOM = (1 << 52) - 1
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
_HEX = '0123456789abcdef'

if TYPE_CHECKING:
    class Fields(NamedTuple):
        timestamp_us: int
        timestamp_ms: int
        date: datetime
        sequence: int
        version: int
        random: int
else:
    Fields = namedtuple('Fields', 'timestamp_us timestamp_ms date sequence version random')
    Fields.__doc__ = 'The fields of an ID.'
    Fields.timestamp_us.__doc__ = 'Microseconds since 1970, 0 to 2**56 - 1.'
    Fields.timestamp_ms.__doc__ = 'Milliseconds since 1970.'
    Fields.date.__doc__ = 'When the ID was generated, in UTC.'
    Fields.sequence.__doc__ = 'The counter for IDs of the same microsecond, 0 to 65535.'
    Fields.version.__doc__ = 'Always 1.'
    Fields.random.__doc__ = "The generator's 52 random bits."


#
# From the forms of an ID to a number, and back
#
def _digits(alphabet: str, alike: dict[str, str]) -> bytes:
    """For bytes.translate(): the digits that int() reads, and a character that it rejects for all others."""
    table = bytearray(b'!' * 256)
    for value, letter in enumerate(alphabet):
        for each in letter + alike.get(letter, ''):
            table[ord(each)] = table[ord(each.swapcase())] = ord('0123456789abcdefghijklmnopqrstuv'[value])
    return bytes(table)


_BASE32 = _digits(_CROCKFORD, {'1': 'IL', '0': 'O', 'V': 'U'})
_BASE16 = _digits(_HEX, {})
_PAIRS = [first + second for first in _CROCKFORD for second in _CROCKFORD]  # of ten bits


def _text(number: int) -> str:
    # small numbers are shifted faster, and a formatted string is the fastest way to join
    a, b, c = number >> 70, number >> 20 & 0x3ffffffffffff, number & 0xfffff
    p = _PAIRS
    return (f'{p[a >> 50]}{p[a >> 40 & 1023]}{p[a >> 30 & 1023]}{p[a >> 20 & 1023]}{p[a >> 10 & 1023]}{p[a & 1023]}'
            f'{p[b >> 40]}{p[b >> 30 & 1023]}{p[b >> 20 & 1023]}{p[b >> 10 & 1023]}{p[b & 1023]}'
            f'{p[c >> 10]}{p[c & 1023]}')


def _hex(number: int) -> str:
    return '%032x' % number


def _uuid_form(number: int) -> str:
    h = '%032x' % number
    return f'{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}'


def _binary(number: int) -> bytes:
    return number.to_bytes(16, 'big')


def _invalid(id: Id, reason: str) -> ValueError:
    shown = ''
    if isinstance(id, str):
        shown = ' ' + repr(id if len(id) <= 40 else id[:40] + '…')
    return ValueError(f'invalid wiji{shown}: {reason}')


def _from_text(text: str) -> int:
    length = len(text)
    try:
        if length == 26:
            number = int(text.encode('ascii').translate(_BASE32), 32)
            if number >> 128 == 0:
                return number
        elif length == 32:
            return int(text.encode('ascii').translate(_BASE16), 16)
        elif length == 36 and text[8] == text[13] == text[18] == text[23] == '-':
            digits = text.encode('ascii').translate(_BASE16, b'-')
            if len(digits) == 32:
                return int(digits, 16)
    except ValueError:
        pass
    raise _invalid(text, _reason(text))


def _reason(text: str) -> str:
    """Why the text is not that of a number of 128 bits."""
    table, expected = (_BASE32, 'in the Crockford base32 alphabet') if len(text) == 26 else (_BASE16, 'a hexadecimal digit')
    if len(text) not in (26, 32, 36):
        return f'expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found {len(text)}'
    for i, letter in enumerate(text):
        if len(text) == 36 and i in (8, 13, 18, 23):
            if letter != '-':
                return f'character {i + 1}, {letter!r}, is not the hyphen that the UUID form has there'
        elif not letter.isascii() or table[ord(letter)] == ord('!'):
            return f'character {i + 1}, {letter!r}, is not {expected}'
    return f"a first character beyond '7', here {text[0]!r}, would need more than 128 bits"


def _read(id: Id) -> int:
    if isinstance(id, str):
        number = _from_text(id)
    elif isinstance(id, (bytes, bytearray, memoryview)):
        raw = id if type(id) is bytes else bytes(id)
        if len(raw) != 16:
            raise _invalid(id, f'expected 16 bytes, found {len(raw)}')
        number = int.from_bytes(raw, 'big')
    elif isinstance(id, getattr(sys.modules.get('uuid'), 'UUID', ())):  # nobody has one before its import
        number = id.int
    else:
        raise TypeError(f'a wiji is a str, 16 bytes or a uuid.UUID, not {type(id).__name__}')
    version = number >> 52 & 15
    if version != 1:
        raise _invalid(id, f'found version {version}; the only version of a wiji is 1')
    return number


#
# Fields
#
def _in_range(name: str, value: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f'{name} must be an int, not {type(value).__name__}')
    if not 0 <= value <= most:
        raise ValueError(f'{name} must be 0 to {most}, found {value}')
    return value


def _pack(us: int, sequence: int, random: int) -> int:
    return us << 72 | sequence << 56 | 1 << 52 | random


def _microseconds(moment: Moment) -> int:
    if isinstance(moment, datetime):
        if moment.utcoffset() is None:
            raise ValueError('the datetime has no time zone')
        moment = (moment - _EPOCH) // timedelta(microseconds=1)
    return _in_range('microseconds since 1970', moment, _MAX_US)


def parse(id: Id) -> Fields:
    """The fields of an ID."""
    number = _read(id)
    us = number >> 72
    return Fields(us, us // 1000, _EPOCH + timedelta(microseconds=us), number >> 56 & _MAX_SEQUENCE,
                  number >> 52 & 15, number & _MAX_RANDOM)


def is_valid(id: Any) -> bool:
    """Whether parse() would accept the value, which may be of any type."""
    try:
        _read(id)
        return True
    except (ValueError, TypeError):
        return False


def compare(a: Id, b: Id) -> int:
    """The order of two IDs in any forms: -1, 0 or 1."""
    x, y = _read(a), _read(b)
    return (x > y) - (x < y)


def make(timestamp_us: int, sequence: int, random: int) -> str:
    """Builds the ID with these fields.  ValueError if one of them is out of range."""
    return _text(_pack(_in_range('timestamp_us', timestamp_us, _MAX_US),
                       _in_range('sequence', sequence, _MAX_SEQUENCE),
                       _in_range('random', random, _MAX_RANDOM)))


def lower(moment: Moment) -> str:
    """The first ID of a point in time: id >= wiji.lower(since).

    ValueError before 1970, after 4253-05-31 22:20:37.927935 UTC, and if a datetime has no time zone."""
    return _text(_pack(_microseconds(moment), 0, 0))


def upper(moment: Moment) -> str:
    """The last ID of a point in time: id <= wiji.upper(until).  ValueError as with lower()."""
    return _text(_pack(_microseconds(moment), _MAX_SEQUENCE, _MAX_RANDOM))


#
# Generators
#
def _system_clock() -> int:
    return time.time_ns() // 1000


class Factory:
    """A generator.  Each ID is greater than the one before, whatever the clock does.

    clock     returns microseconds since 1970; for tests
    random    the generator's 52 bits, random by default.  They must differ between generators.  A
              forked process draws new ones in any case
    max_wait  how many seconds to wait at most after the 65,536 IDs of a microsecond, until the clock
              has passed it; math.inf for no limit

    Its functions raise TimeoutError when the wait exceeds the limit, and ValueError if the clock's
    time is before 1970 or after 4253.
    """

    # Keeps running when a test replaces the clocks in the attributes of modules.
    _stopwatch = staticmethod(time.monotonic)

    def __init__(self, *, clock: Callable[[], int] = _system_clock, random: int | None = None,
                 max_wait: float = 5.0) -> None:
        if random is not None:
            _in_range('random', random, _MAX_RANDOM)
        if not max_wait >= 0:
            raise ValueError(f'max_wait must be seconds, 0 or more, found {max_wait}')
        self._clock = clock
        self._random = random
        self._max_wait = max_wait
        self._begin()
        _factories.add(self)

    def _begin(self) -> None:
        # Reentrant, because a signal handler may interrupt us while we hold it.
        self._lock = threading.RLock()
        self._last = -1  # timestamp and sequence of the last ID, as one number

    def __reduce__(self) -> NoReturn:
        raise TypeError('a copy of a generator would generate the same IDs')

    def _renew(self) -> None:
        """In a forked process: replaces the lock, which may be held, and the parent's random bits."""
        self._random = None
        self._begin()

    def _next(self) -> int:
        began = None
        while True:
            with self._lock:
                us = self._clock()
                if us < 0 or us > _MAX_US:
                    raise ValueError(f'the clock must be 0 to {_MAX_US}, found {us}')
                if self._random is None:
                    self._random = int.from_bytes(os.urandom(7), 'big') >> 4
                # There is no call between reading and writing _last, so that a signal handler cannot
                # run in between.
                last = self._last
                new = us << 16
                if new <= last:
                    new = last + 1  # the next microsecond, if the counter is exhausted
                if new == us << 16 or new & _MAX_SEQUENCE:
                    self._last = new
                    return new << 56 | 1 << 52 | self._random
            if began is None:
                began = self._stopwatch()
            self._wait((last >> 16) - us, self._stopwatch() - began)

    def _wait(self, behind: int, waited: float) -> None:
        left = self._max_wait - waited
        if left <= 0:
            raise TimeoutError(f'the clock is {behind} µs behind the last ID, whose counter is exhausted; '
                               f'waited {self._max_wait} s')
        # spin for as long as a sleep takes to start; the clock may leap ahead, so read it often
        if behind > 100 or waited > 0.0001:
            time.sleep(min(behind / 1e6 + 0.0001, left, 0.02))

    def wiji(self) -> str:
        """A new ID: 26 characters, upper case."""
        return _text(self._next())

    def binary(self) -> bytes:
        """The 16 bytes of a new ID."""
        return _binary(self._next())

    def uuid(self) -> str:
        """A new ID in the UUID form: 36 characters, lower case."""
        return _uuid_form(self._next())

    def hex(self) -> str:
        """A new ID in hexadecimal: 32 characters, lower case."""
        return _hex(self._next())


_factories: weakref.WeakSet[Factory] = weakref.WeakSet()


def _renew_all() -> None:
    for each in _factories:
        each._renew()


if hasattr(os, 'register_at_fork'):
    os.register_at_fork(after_in_child=_renew_all)

_default = Factory()
_NEW: Any = object()  # not None: a variable that is None by mistake must not generate an ID


def wiji(id: Id = _NEW) -> str:
    """A new ID of this process's generator, or the one given: 26 characters, upper case."""
    return _text(_default._next() if id is _NEW else _read(id))


def binary(id: Id = _NEW) -> bytes:
    """The 16 bytes of a new ID, or of the one given."""
    return _binary(_default._next() if id is _NEW else _read(id))


def uuid(id: Id = _NEW) -> str:
    """A new ID, or the one given, in the UUID form: 36 characters, lower case."""
    return _uuid_form(_default._next() if id is _NEW else _read(id))


def hex(id: Id = _NEW) -> str:
    """A new ID, or the one given, in hexadecimal: 32 characters, lower case."""
    return _hex(_default._next() if id is _NEW else _read(id))


def factory(*, clock: Callable[[], int] = _system_clock, random: int | None = None,
            max_wait: float = 5.0) -> Factory:
    """A new generator, with its own random bits and counter.  The arguments are those of Factory."""
    return Factory(clock=clock, random=random, max_wait=max_wait)
