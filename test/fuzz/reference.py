#!/usr/bin/python3
"""The identifiers again, in Python, from the pages alone: slow, plain and by
other means than the core's, so that both are hardly wrong in the same way.

    test/fuzz/reference.py PROGRAM [COUNT [SEED]]
        asks test/fuzz/answer COUNT questions of each kind, and compares; prints TAP
    test/fuzz/reference.py --copy [COUNT [SEED]]
        prints questions and answers for a server, in COPY's format: see test/fuzz/answer.sql

An id is a number here, a text is bytes, and None is what is refused.
"""
import glob
import importlib.util
import os.path
import random
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
sys.dont_write_bytecode = True
from questions import HEX, any_bits, digits, fields, mutated, number_of, of_number, of_text, packed, with_hyphens  # noqa: E402

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


QUESTIONS = {
    'wiji_text': of_text(random_wiji_text, lambda t: wiji_tell(wiji_of_text(t))),
    'wiji_id': of_number(random_wiji, 16, lambda n: wiji_tell(wiji_check(n))),
}
SQL_QUESTIONS = dict(QUESTIONS)
# those of which some are refused
SOME_REFUSED = {'wiji_text', 'wiji_id'}

# Rooms have theirs; one that was removed is not asked about.
for path in sorted(glob.glob(os.path.join(FOLDER, '../../*/*/fuzz/reference.py'))):
    spec = importlib.util.spec_from_file_location(path.split(os.sep)[-3], path)
    room = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(room)
    QUESTIONS.update(room.QUESTIONS)
    SQL_QUESTIONS.update(room.SQL_QUESTIONS)
    SOME_REFUSED |= room.SOME_REFUSED


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
        good = not wrong and refused < count and (refused > 0 or word not in SOME_REFUSED)
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
