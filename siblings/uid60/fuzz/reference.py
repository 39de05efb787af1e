"""uid60s again, from siblings/uid60/README.md: see test/fuzz/reference.py."""
import random

from questions import BASE64URL, any_bits, digits, fields, mutated, number_of, of_number, of_text, of_us, packed

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


def random_uid60_text():
    text = uid60_text(any_bits(60)).encode()
    if random.randrange(3) == 0:
        text = text[:2] + text[3:]
    return mutated(text, BASE64URL)


def uid60_bounds(us):
    us -= EPOCH_2018
    return packed((-(-us // 1000), 42), (0, 18)), packed((us // 1000, 42), ((1 << 18) - 1, 18))


UID60_LAST_US = EPOCH_2018 + ((1 << 42) - 1) * 1000


QUESTIONS = {
    'uid60_text': of_text(random_uid60_text, lambda t: uid60_tell(uid60_of_text(t))),
    'uid60_id': of_number(lambda: any_bits(random.choice((60, 64))), 8, lambda n: uid60_tell(uid60_check(n))),
    'uid60_bounds': of_us(EPOCH_2018, UID60_LAST_US, uid60_bounds, 8),
}
# where the answers of a server differ from those of the core, which it may lack
SQL_QUESTIONS = dict(QUESTIONS)
del SQL_QUESTIONS['uid60_bounds']
SOME_REFUSED = {'uid60_text', 'uid60_id'}
