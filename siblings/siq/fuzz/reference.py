"""siqs again, from siblings/siq/README.md: see test/fuzz/reference.py."""
import random
import zlib

from questions import HEX, any_bits, digits, fields, mutated, number_of, of_number, of_text, of_us, packed

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


def random_siq_text():
    number = any_bits(112)
    checksum = siq_checksum(number) if random.randrange(4) else any_bits(32)
    text = random.choice((siq_text(number, checksum), siq_text(number, checksum)[8:], '%028x' % number))
    return mutated(text.encode(), BASE32 + HEX)


def random_siq_uuid():
    number = siq_uuid(any_bits(112))
    return number ^ 1 << random.randrange(128) if random.randrange(2) else number


def siq_bounds(us):
    def first_tick(us):		# the first whose truncated time is not before us
        return -(-us * 65536 // 1000000)
    return packed((first_tick(us), 56), (0, 56)), packed((first_tick(us + 1) - 1, 56), ((1 << 56) - 1, 56))


SIQ_LAST_US = ((1 << 56) - 1) * 1000000 // 65536


def siq_with_checksum():
    number = any_bits(112)
    return '%028x %d' % (number, siq_checksum(number)), siq_tell(number, siq_checksum(number))


def siq_tell_checked(number, checksum):
    if number is None or checksum not in (None, siq_checksum(number)):
        return '-'
    return '%s %d' % (siq_tell(number, siq_checksum(number)), number)


QUESTIONS = {
    'siq_text': of_text(random_siq_text, lambda t: siq_tell(*siq_of_text(t) or (None, None))),
    'siq_id': siq_with_checksum,
    'siq_uuid': of_number(random_siq_uuid, 16, lambda n: siq_tell(siq_of_uuid(n), 0)),
    'siq_bounds': of_us(0, SIQ_LAST_US, siq_bounds, 14),
}
# where the answers of a server differ from those of the core, which it may lack
SQL_QUESTIONS = {
    **QUESTIONS,
    'siq_text': of_text(random_siq_text, lambda t: siq_tell_checked(*siq_of_text(t) or (None, None))),
    'siq_id': of_number(lambda: any_bits(112), 14, lambda n: siq_tell_checked(n, None)),
    'siq_uuid': of_number(random_siq_uuid, 16, lambda n: siq_tell_checked(siq_of_uuid(n), None)),
}
del SQL_QUESTIONS['siq_bounds']
SOME_REFUSED = {'siq_text', 'siq_uuid'}
