"""tid62s again, and the other IDs of their document, from siblings/tid62/README.md: see test/fuzz/reference.py."""
import random

from questions import BASE64URL, any_bits, digits, fields, mutated, number_of, of_number, of_text, of_us, packed

BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
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


def random_tid62_text():
    largest = (1 << 96) - 1
    number = random.choice((any_bits(96), any_bits(96), any_bits(102), largest + random.randrange(-9, 10)))
    return mutated(digits(number, BASE62, 17), BASE62)


def random_uuid464_text():
    number = any_bits(132) if random.randrange(2) else any_bits(128) * 16
    return mutated(digits(number, BASE64URL, 22), BASE64URL)


def tid62_bounds(us):
    us -= EPOCH_2020 * 1000000
    return packed((-(-us // 1000000), 32), (0, 64)), packed((us // 1000000, 32), ((1 << 64) - 1, 64))


TID62_LAST_US = (EPOCH_2020 + (1 << 32) - 1) * 1000000


QUESTIONS = {
    'tid62_text': of_text(random_tid62_text, lambda t: tid62_tell(tid62_of_text(t))),
    'tid62_id': of_number(lambda: any_bits(96), 12, tid62_tell),
    'tid62_bounds': of_us(EPOCH_2020 * 1000000, TID62_LAST_US, tid62_bounds, 12),
    'uuid464_text': of_text(random_uuid464_text, lambda t: uuid464_tell(uuid464_of_text(t))),
    'uuid464_id': of_number(lambda: any_bits(128), 16, uuid464_tell),
    'seq10_text': of_text(lambda: mutated(digits(any_bits(34), BASE36[:10], 10), BASE36),
                          lambda t: seq_tell(t, 10, 10)),
    'seq36_text': of_text(lambda: mutated(digits(any_bits(37), BASE36, 7), BASE62), lambda t: seq_tell(t, 36, 7)),
}
# where the answers of a server differ from those of the core, which it may lack
SQL_QUESTIONS = dict(QUESTIONS)
del SQL_QUESTIONS['tid62_bounds']
del SQL_QUESTIONS['uuid464_id']
SOME_REFUSED = {'tid62_text', 'uuid464_text', 'seq10_text', 'seq36_text'}
