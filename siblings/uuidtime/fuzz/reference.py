"""UUIDs of these layouts again, from siblings/uuidtime/README.md: see test/fuzz/reference.py."""
import random

from questions import any_bits, fields, of_number, packed

GREGORIAN = 122192928000000000


def draft_layout(bits, unit, sequence, rest):
    """36 bits of seconds and a binary fraction, rounded up from units of 1/unit s."""
    def write(ns):
        part = ns % 10**9 * unit // 10**9
        return ns // 10**9 << bits | -(-(part << bits) // unit)

    def read(id):
        return (id * unit >> 86) * (10**9 // unit)

    return 7, 36 + bits, sequence, rest, write, read


END = 9223372036 * 10**9
LAYOUTS = [
    (6, 60, 14, 48, lambda ns: ns // 100 + GREGORIAN, lambda id: ((id >> 62) - GREGORIAN) * 100),
    (7, 60, 16, 46, lambda ns: ns * 4096 // 10**6, lambda id: (id >> 74) * 10**6),
    draft_layout(12, 10**3, 12, 62),
    draft_layout(24, 10**6, 14, 48),
    draft_layout(38, 10**9, 8, 40),
    (8, 48, 12, 62, lambda ns: ns // 10**9 << 16, lambda id: (id >> 90) * 10**9),
    (8, 48, 12, 62, lambda ns: ns // 10**6, lambda id: (id >> 74) * 10**6),
    (8, 60, 8, 54, lambda ns: ns // 10**3, lambda id: (id >> 62) * 10**3),
    (8, 60, 8, 54, lambda ns: ns // 16, lambda id: (id >> 62) * 16),
]


def uuid_bits(number):
    high, version, middle, variant, low = fields(number, 48, 4, 12, 2, 62)
    return packed((high, 48), (middle, 12), (low, 62))


def uuid_of(version, bits):
    high, middle, low = fields(bits, 48, 12, 62)
    return packed((high, 48), (version, 4), (middle, 12), (2, 2), (low, 62))


def uuid_make(kind, ns, sequence, rest):
    version, time_width, sequence_width, width, write, _ = LAYOUTS[kind]
    rest &= (1 << width) - 1
    return uuid_of(version, packed((write(ns), time_width), (sequence, sequence_width), (rest, width)))


def uuid_read(kind, number):
    _, time_width, sequence_width, width, _, read = LAYOUTS[kind]
    _, sequence, _ = fields(uuid_bits(number), time_width, sequence_width, width)
    return read(uuid_bits(number)) // 1000, sequence


def draft_tell(number):
    """Its milliseconds, microseconds and nanoseconds since 1970, and the bounds of its microsecond."""
    bits = uuid_bits(number)
    ms, us, ns = (bits * unit >> 86 for unit in (10**3, 10**6, 10**9))
    first, after = (-(-(at << 86) // 10**6) for at in (us, us + 1))
    assert first <= bits < after
    return '%d %d %s %032x %032x' % (ms, us, ns if ns < 1 << 63 else '-', uuid_of(7, first), uuid_of(7, after - 1))


def uuid_version(number):
    """Variant and version."""
    bits = '{:0128b}'.format(number)
    variant = bits[64:67]
    return {'0': 0, '10': 2, '110': 6, '111': 7}[
        next(p for p in ('0', '10', '110', '111') if variant.startswith(p))], int(bits[48:52], 2)


def uuid_reordered(number):
    variant, version = uuid_version(number)
    if variant == 2 and version == 1:
        low, middle, _, high, rest = fields(number, 32, 16, 4, 12, 64)
        time = packed((high, 12), (middle, 16), (low, 32))
        return packed((time >> 12, 48), (6, 4), (time & 0xFFF, 12), (rest, 64))
    if variant == 2 and version == 6:
        upper, _, lower, rest = fields(number, 48, 4, 12, 64)
        high, middle, low = fields(upper << 12 | lower, 12, 16, 32)
        return packed((low, 32), (middle, 16), (1, 4), (high, 12), (rest, 64))
    return None


def uuid_tell(number):
    words = list(uuid_version(number))
    for kind in range(len(LAYOUTS)):
        words.extend(uuid_read(kind, number))
    other = uuid_reordered(number)
    return ' '.join(map(str, words)) + ('' if other is None else ' %032x' % other)


def random_uuid():
    number = any_bits(128)
    if random.randrange(4):
        high, _, middle, _, low = fields(number, 48, 4, 12, 2, 62)
        number = packed((high, 48), (random.choice((1, 6, 7, 8)), 4), (middle, 12), (2, 2), (low, 62))
    return number


def random_draft():
    """A fraction of any width and unit, rounded up, down or too far; then anything, the least or the most."""
    width = random.randrange(1, 87)
    unit = 10 ** random.choice((3, 6, 9))
    time = any_bits(36) * unit + random.randrange(unit)
    fraction = -(-(time << width) // unit) + random.randrange(-1, 2)
    rest = 86 - width
    number = fraction << rest | random.choice((0, (1 << rest) - 1, random.getrandbits(rest)))
    return uuid_of(7, max(0, number) % (1 << 122))


def random_fields():
    kind = random.randrange(len(LAYOUTS))
    end = (1 << 32) * 10**9 if kind == 5 else END
    ns = random.choice((any_bits(63), random.randrange(end))) % end
    unit = 10 ** random.choice((0, 3, 6, 9))
    ns = max(0, ns // unit * unit - random.randrange(2))
    return kind, ns, any_bits(LAYOUTS[kind][2]), any_bits(63)


def uuid_from_fields():
    f = random_fields()
    return '. %d %d %d %d' % f, '%032x' % uuid_make(*f)


def uuid_tell_by_version(number):
    variant, version = uuid_version(number)
    words = [variant, version if variant == 2 else None]
    version = words[1]
    if version in (1, 6):
        words.append(uuid_read(0, number if version == 6 else uuid_reordered(number))[0])
    else:
        words.append(uuid_read(1, number)[0] if version == 7 else None)
    for kind in range(2, len(LAYOUTS)):
        words.extend(uuid_read(kind, number) if version == LAYOUTS[kind][0] else (None, None))
    other = uuid_reordered(number)
    words.append('%032x' % other if other is not None else None)
    return ' '.join('-' if w is None else str(w) for w in words)


QUESTIONS = {
    'uuid_id': of_number(random_uuid, 16, uuid_tell),
    'uuid_draft': of_number(random_draft, 16, draft_tell),
    'uuid_make': uuid_from_fields,
}
# where the answers of a server differ from those of the core, which it may lack
SQL_QUESTIONS = {
    **QUESTIONS,
    'uuid_id': of_number(random_uuid, 16, uuid_tell_by_version),
}
del SQL_QUESTIONS['uuid_make']
SOME_REFUSED = set()
