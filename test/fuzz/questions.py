"""What the identifiers of all rooms have in common in test/fuzz/reference.py."""
import random


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
BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'


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


def random_us(first, last):
    unit = random.choice((1, 1000, 1000000))
    us = random.choice((random.randrange(first, last + 1), first + random.randrange(3000000),
                        last - random.randrange(3000000)))
    return min(max(first, us // unit * unit + random.randrange(-1, 2)), last)


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
