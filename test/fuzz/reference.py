#!/usr/bin/python3
"""The identifiers again, in Python, from the pages alone: slow, plain and by
other means than the core's, so that both are hardly wrong in the same way.

    test/fuzz/reference.py PROGRAM [COUNT [SEED]]
        asks test/fuzz/answer COUNT questions of each kind, and compares; prints TAP
    test/fuzz/reference.py --copy [COUNT [SEED]]
        prints questions and answers for a server, in COPY's format: see test/fuzz/answer.sql

An id is a number here, a text is bytes, and None is what is refused.
"""
import os.path
import random
import subprocess
import sys
import zlib


def digits(number, alphabet, length):
    text = b''
    for _ in range(length):
        text = alphabet[number % len(alphabet)].encode() + text
        number //= len(alphabet)
    return text


def number_of(text, alphabet):
    number = 0
    for byte in text:
        value = alphabet.find(chr(byte))
        if value < 0:
            return None
        number = number * len(alphabet) + value
    return number


def fields(number, *widths):
    """The bits of a number from the most significant on."""
    result = []
    for width in reversed(widths):
        result.insert(0, number & ((1 << width) - 1))
        number >>= width
    return result


def packed(*pairs):
    """The inverse: (value, width), …"""
    number = 0
    for value, width in pairs:
        assert 0 <= value < 1 << width, (value, width)
        number = number << width | value
    return number


def with_hyphens(number):
    h = '%032x' % number
    return '-'.join((h[:8], h[8:12], h[12:16], h[16:20], h[20:]))


HEX = '0123456789abcdef'

#
# wiji: docs/internals/format.md
#
CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'


def wiji_check(number):
    _, _, version, _ = fields(number, 56, 16, 4, 52)
    return number if version == 1 else None


def wiji_of_text(text):
    if len(text) == 26:
        # bytes.upper and .translate leave bytes alone that are not ASCII
        number = number_of(text.upper().translate(bytes.maketrans(b'ILOU', b'110V')), CROCKFORD)
    elif len(text) == 32:
        number = number_of(text.lower(), HEX)
    elif len(text) == 36:
        parts = text.split(b'-')
        number = (number_of(b''.join(parts).lower(), HEX)
                  if [len(p) for p in parts] == [8, 4, 4, 4, 12] else None)
    else:
        return None
    return None if number is None or number >= 1 << 128 else wiji_check(number)


def wiji_tell(number):
    if number is None:
        return '-'
    us, sequence, _, rest = fields(number, 56, 16, 4, 52)
    return '%032x %s %s %d %d %d %032x %032x' % (
        number, digits(number, CROCKFORD, 26).decode(), with_hyphens(number), us, sequence, rest,
        packed((us, 56), (0, 16), (1, 4), (0, 52)),
        packed((us, 56), (0xFFFF, 16), (1, 4), ((1 << 52) - 1, 52)))


#
# siq: siblings/siq/README.md
#
BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
QUALIFIERS = {
    'user': '00000', 'application': '10000', 'event': '01000', 'product': '11000', 'group': '00100',
    'collection': '10100', 'invite': '01100', 'tag': '00010', 'channel': '01010', 'thread': '0110',
    'message': '1110', 'relationship': '001', 'many_to_many': '101', 'element': '011', 'content': '111',
    '?': '11100', '? ': '10010', '?  ': '11010'}


def siq_checksum(number):
    return zlib.crc32(number.to_bytes(14, 'big'))


def siq_of_text(text):
    """Number and checksum, which is None for forms without one."""
    if len(text) == 28:
        number = number_of(text.lower(), HEX)
        return None if number is None else (number, None)
    if len(text) == 37 and text.startswith(b'did:siq:'):
        text = text[8:]
    if len(text) != 29:
        return None
    number = number_of(text, BASE32)
    if number is None or number >= 1 << 144:
        return None
    return fields(number, 32, 112)[::-1]


def siq_uuid(number):
    first, second, third = fields(number, 48, 12, 52)
    return packed((first, 48), (8, 4), (second, 12), (2, 2), (third, 52), (0, 10))


def siq_of_uuid(number):
    first, version, second, variant, third, zeros = fields(number, 48, 4, 12, 2, 52, 10)
    if version != 8 or variant != 2 or zeros != 0:
        return None
    return packed((first, 48), (second, 12), (third, 52))


def siq_fields(number):
    tick, shard, domain, rest = fields(number, 56, 8, 32, 16)
    rest = '{:016b}'.format(rest)
    (name, suffix), = [q for q in QUALIFIERS.items() if rest.endswith(q[1])]
    return (tick * 1000000 // 65536, shard, domain, int(rest[:-len(suffix)], 2), name.strip(), int(rest[-1]))


def siq_text(number, checksum):
    return 'did:siq:' + digits(packed((checksum, 32), (number, 112)), BASE32, 29).decode()


def siq_tell(number, checksum):
    if number is None:
        return '-'
    return '%028x %s %032x %d %d %d %d %s %d' % (
        (number, siq_text(number, checksum or 0), siq_uuid(number)) + siq_fields(number))


#
# tid62 and the other IDs of its document: siblings/tid62/README.md
#
BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'
EPOCH_2020 = 1577836800


def tid62_of_text(text):
    number = number_of(text, BASE62) if len(text) == 17 else None
    return None if number is None or number >= 1 << 96 else number


def tid62_us(number):
    return (EPOCH_2020 + fields(number, 32, 64)[0]) * 1000000


def tid62_tell(number):
    return '-' if number is None else '%024x %s %d' % (number, digits(number, BASE62, 17).decode(), tid62_us(number))


def uuid464_of_text(text):
    number = number_of(text, BASE64URL) if len(text) == 22 else None
    return None if number is None or number % 16 else number // 16


def uuid464_tell(number):
    return '-' if number is None else '%032x %s' % (number, digits(number * 16, BASE64URL, 22).decode())


def seq_tell(text, base, length):
    number = number_of(text, BASE36[:base]) if len(text) == length else None
    return '-' if number is None else '%d %s' % (number, text.decode())


#
# uid60: siblings/uid60/README.md
#
EPOCH_2018 = 1519862400000000


def uid60_check(number):
    return number if 0 <= number < 1 << 60 else None


def uid60_of_text(text):
    return number_of(text[2:] + text[:2], BASE64URL) if len(text) in (9, 10) else None


def uid60_fields(number):
    ms, sequence, rest = fields(number, 42, 9, 9)
    return EPOCH_2018 + ms * 1000, sequence, rest


def uid60_text(number):
    text = digits(number, BASE64URL, 10).decode()
    return text[-2:] + text[:-2]


def uid60_tell(number):
    return '-' if number is None else '%d %s %d %d %d' % ((number, uid60_text(number)) + uid60_fields(number))


#
# uuidtime: siblings/uuidtime/README.md.  A layout is its version, the widths of time, sequence and random
# bits, how nanoseconds since 1970 become the time, and how they are read from all 122 bits.
#
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


#
# Questions
#
def any_bits(width):
    """Numbers of every size, and with runs of equal bits."""
    number = random.getrandbits(width)
    kind = random.randrange(6)
    if kind == 0:
        number >>= random.randrange(width)
    elif kind == 1:
        run = random.randrange(width)
        number |= (1 << run) - 1 << random.randrange(width)
    elif kind == 2:
        number &= ~((1 << random.randrange(width)) - 1)
    elif kind == 3 and random.randrange(4) == 0:
        number = random.choice((0, 1, (1 << width) - 1, (1 << width) - 2))
    return number & ((1 << width) - 1)


def mutated(text, alphabet):
    """As it is, or damaged: another letter or byte, one too many or few, two exchanged, the other case."""
    for _ in range(random.choice((0, 0, 1, 1, 1, 2, 3))):
        at = random.randrange(len(text) + 1)
        kind = random.randrange(8)
        if kind == 0:
            text = text[:at] + text[at + 1:]
        elif kind == 1:
            text = text[:at] + bytes([random.randrange(256)]) + text[at:]
        elif kind == 2:
            text = text[:at] + bytes([random.randrange(256)]) + text[at + 1:]
        elif kind == 3:
            text = text[:at][::-1] + text[at:]
        elif kind == 4:
            text = text[:at] + text[at:].swapcase()
        elif kind == 5 and at < len(text):
            text = text[:at] + bytes([text[at] + random.choice((-1, 1)) & 0xFF]) + text[at + 1:]
        else:
            text = text[:at] + random.choice(alphabet).encode() + text[at + 1:]
    return text


def random_wiji():
    number = any_bits(128)
    if random.randrange(8):
        number = number & ~(15 << 52) | 1 << 52
    return number


def random_wiji_text():
    number = random_wiji()
    text = random.choice((digits(number, CROCKFORD, 26), with_hyphens(number).encode(), b'%032x' % number))
    if random.randrange(2):
        text = bytes(random.choice((chr(c).upper(), chr(c).lower())).encode()[0] for c in text)
    if len(text) == 26 and random.randrange(2):
        text = text.translate(bytes.maketrans(b'1', random.choice((b'I', b'i', b'L', b'l'))))
        text = text.translate(bytes.maketrans(b'0Vv', random.choice((b'oUu', b'Ouu'))))
    return mutated(text, CROCKFORD + 'ILOU' + HEX + '-')


def random_siq_text():
    number = any_bits(112)
    checksum = siq_checksum(number) if random.randrange(4) else any_bits(32)
    text = random.choice((siq_text(number, checksum), siq_text(number, checksum)[8:], '%028x' % number))
    return mutated(text.encode(), BASE32 + HEX)


def random_siq_uuid():
    number = siq_uuid(any_bits(112))
    return number ^ 1 << random.randrange(128) if random.randrange(2) else number


def random_tid62_text():
    largest = (1 << 96) - 1
    number = random.choice((any_bits(96), any_bits(96), any_bits(102), largest + random.randrange(-9, 10)))
    return mutated(digits(number, BASE62, 17), BASE62)


def random_uuid464_text():
    number = any_bits(132) if random.randrange(2) else any_bits(128) * 16
    return mutated(digits(number, BASE64URL, 22), BASE64URL)


def random_uid60_text():
    text = uid60_text(any_bits(60)).encode()
    if random.randrange(3) == 0:
        text = text[:2] + text[3:]
    return mutated(text, BASE64URL)


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


def random_us(first, last):
    unit = random.choice((1, 1000, 1000000))
    us = random.choice((random.randrange(first, last + 1), first + random.randrange(3000000),
                        last - random.randrange(3000000)))
    return min(max(first, us // unit * unit + random.randrange(-1, 2)), last)


def siq_bounds(us):
    def first_tick(us):		# the first whose truncated time is not before us
        return -(-us * 65536 // 1000000)
    return packed((first_tick(us), 56), (0, 56)), packed((first_tick(us + 1) - 1, 56), ((1 << 56) - 1, 56))


def tid62_bounds(us):
    us -= EPOCH_2020 * 1000000
    return packed((-(-us // 1000000), 32), (0, 64)), packed((us // 1000000, 32), ((1 << 64) - 1, 64))


def uid60_bounds(us):
    us -= EPOCH_2018
    return packed((-(-us // 1000), 42), (0, 18)), packed((us // 1000, 42), ((1 << 18) - 1, 18))


SIQ_LAST_US = ((1 << 56) - 1) * 1000000 // 65536
TID62_LAST_US = (EPOCH_2020 + (1 << 32) - 1) * 1000000
UID60_LAST_US = EPOCH_2018 + ((1 << 42) - 1) * 1000


def of_text(make, tell):
    """Registers a function that returns what follows the word in a question, and the answer."""
    def ask():
        text = make()
        return text.hex() or '.', tell(text)
    return ask


def of_number(make, length, tell):
    def ask():
        number = make()
        return '%0*x' % (2 * length, number), tell(number)
    return ask


def of_us(first, last, bounds, length):
    def ask():
        us = random_us(first, last)
        lower, upper = bounds(us)
        return '. %d' % us, '%0*x %0*x' % (2 * length, lower, 2 * length, upper)
    return ask


def siq_with_checksum():
    number = any_bits(112)
    return '%028x %d' % (number, siq_checksum(number)), siq_tell(number, siq_checksum(number))


def uuid_from_fields():
    f = random_fields()
    return '. %d %d %d %d' % f, '%032x' % uuid_make(*f)


QUESTIONS = {
    'wiji_text': of_text(random_wiji_text, lambda t: wiji_tell(wiji_of_text(t))),
    'wiji_id': of_number(random_wiji, 16, lambda n: wiji_tell(wiji_check(n))),
    'siq_text': of_text(random_siq_text, lambda t: siq_tell(*siq_of_text(t) or (None, None))),
    'siq_id': siq_with_checksum,
    'siq_uuid': of_number(random_siq_uuid, 16, lambda n: siq_tell(siq_of_uuid(n), 0)),
    'siq_bounds': of_us(0, SIQ_LAST_US, siq_bounds, 14),
    'tid62_text': of_text(random_tid62_text, lambda t: tid62_tell(tid62_of_text(t))),
    'tid62_id': of_number(lambda: any_bits(96), 12, tid62_tell),
    'tid62_bounds': of_us(EPOCH_2020 * 1000000, TID62_LAST_US, tid62_bounds, 12),
    'uuid464_text': of_text(random_uuid464_text, lambda t: uuid464_tell(uuid464_of_text(t))),
    'uuid464_id': of_number(lambda: any_bits(128), 16, uuid464_tell),
    'seq10_text': of_text(lambda: mutated(digits(any_bits(34), BASE36[:10], 10), BASE36),
                          lambda t: seq_tell(t, 10, 10)),
    'seq36_text': of_text(lambda: mutated(digits(any_bits(37), BASE36, 7), BASE62), lambda t: seq_tell(t, 36, 7)),
    'uid60_text': of_text(random_uid60_text, lambda t: uid60_tell(uid60_of_text(t))),
    'uid60_id': of_number(lambda: any_bits(random.choice((60, 64))), 8, lambda n: uid60_tell(uid60_check(n))),
    'uid60_bounds': of_us(EPOCH_2018, UID60_LAST_US, uid60_bounds, 8),
    'uuid_id': of_number(random_uuid, 16, uuid_tell),
    'uuid_draft': of_number(random_draft, 16, draft_tell),
    'uuid_make': uuid_from_fields,
}

# A related type that has been removed is not asked about.
SIBLINGS = os.path.join(os.path.dirname(__file__), '../../siblings')
TYPES = {'uuid464': 'tid62', 'seq10': 'tid62', 'seq36': 'tid62', 'uuid': 'uuidtime'}
QUESTIONS = {word: ask for word, ask in QUESTIONS.items()
             for kind in [word.split('_')[0]]
             if kind == 'wiji' or os.path.isdir(os.path.join(SIBLINGS, TYPES.get(kind, kind)))}


#
# Where the answers of a server differ from those of the core
#
def siq_tell_checked(number, checksum):
    if number is None or checksum not in (None, siq_checksum(number)):
        return '-'
    return '%s %d' % (siq_tell(number, siq_checksum(number)), number)


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


SQL_QUESTIONS = {
    **QUESTIONS,
    'siq_text': of_text(random_siq_text, lambda t: siq_tell_checked(*siq_of_text(t) or (None, None))),
    'siq_id': of_number(lambda: any_bits(112), 14, lambda n: siq_tell_checked(n, None)),
    'siq_uuid': of_number(random_siq_uuid, 16, lambda n: siq_tell_checked(siq_of_uuid(n), None)),
    'uuid_id': of_number(random_uuid, 16, uuid_tell_by_version),
}
# SQL has no function for the others
SQL_QUESTIONS = {word: SQL_QUESTIONS[word] for word in QUESTIONS
                 if not word.endswith('_bounds') and word not in ('uuid464_id', 'uuid_make')}


def is_sql_text(question):
    """Valid in UTF-8 and without a zero."""
    text = bytes.fromhex(question.replace('.', ''))
    try:
        return '\0' not in text.decode()
    except UnicodeDecodeError:
        return False


def print_copy(count):
    for word, ask in SQL_QUESTIONS.items():
        for _ in range(count):
            question, expected = ask()
            if not word.endswith('_text') or is_sql_text(question):
                print('%s\t\\\\x%s\t%s' % (word, question.replace('.', ''), expected))


def ask_program(program, count):
    failed = False
    for number, (word, ask) in enumerate(QUESTIONS.items(), 1):
        asked = [ask() for _ in range(count)]
        lines = ''.join('%s %s\n' % (word, question) for question, _ in asked)
        answers = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout.split('\n')
        assert answers.pop() == '' and len(answers) == count
        wrong = [(q, a, e) for (q, e), a in zip(asked, answers) if a != e]
        refused = sum(e == '-' for _, e in asked)
        good = not wrong and refused < count and (refused > 0 or word not in
                                                  ('wiji_text', 'wiji_id', 'siq_text', 'siq_uuid', 'tid62_text',
                                                   'uuid464_text', 'seq10_text', 'seq36_text', 'uid60_text',
                                                   'uid60_id'))
        print('%sok %d - %s: the core and the reference agree about %d, %d of them refused' %
              ('' if good else 'not ', number, word, count, refused))
        for question, answer, expected in wrong[:5]:
            print('#   %s %s\n#   core:      %s\n#   reference: %s' % (word, question, answer, expected))
        failed |= not good
    print('1..%d' % len(QUESTIONS))
    return failed


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    # the same questions in every run, so that a failure can be repeated
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 20261121
    print('# seed %d' % seed, file=sys.stderr)
    random.seed(seed)
    sys.exit(print_copy(count) if sys.argv[1] == '--copy' else ask_program(sys.argv[1], count))
