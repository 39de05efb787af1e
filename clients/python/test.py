"""Tests of wiji.py, in TAP.

    test.py              runs all of them
    test.py answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
    test.py generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
"""
import copy
import gc
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
import uuid
import warnings
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

import wiji

MAX_US = 2**56 - 1
MAX_RANDOM = 2**52 - 1
TEXT, UUID, HEX = '06C303ZADAJC00E40000000C1S', '0660c03f-a9aa-9300-0710-000000003039', '0660c03fa9aa93000710000000003039'

tests = []
wrong = []


def test(name):
    def add(body):
        tests.append((name, body))
        return body
    return add


def equal(found, expected, what):
    if found != expected:
        wrong.append(f'{what}: expected {expected!r}, found {found!r}')


def error_of(body, *arguments, **named):
    try:
        body(*arguments, **named)
    except Exception as error:
        return error
    return None


def raises(kind, body, *arguments, **named):
    equal(type(error_of(body, *arguments, **named)), kind, f'error of {body.__name__}{arguments}{named}')


def table(name):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../docs/conformance', name + '.tsv')
    with open(path, encoding='utf-8', newline='\n') as lines:
        return [line.rstrip('\n').split('\t') for line in lines][1:]


@test('valid.tsv')
def valid():
    before = None
    for text, in_uuid, in_hex, us, ms, date, sequence, version, random in table('valid'):
        id = wiji.make(int(us), int(sequence), int(random))
        equal(id, text, text)
        raw = bytes.fromhex(in_hex)
        for form in (text, in_uuid, in_hex, raw, bytearray(raw), memoryview(raw), uuid.UUID(in_uuid)):
            equal((wiji.wiji(form), wiji.uuid(form), wiji.hex(form), wiji.binary(form)), (text, in_uuid, in_hex, raw), form)
            fields = wiji.parse(form)
            equal(fields, (int(us), int(ms), fields.date, int(sequence), int(version), int(random)), form)
            equal(fields.date.strftime('%Y-%m-%dT%H:%M:%S.%fZ'), date, form)
            equal(wiji.is_valid(form), True, form)
            equal(wiji.compare(form, text), 0, form)
        if before:
            equal((wiji.compare(before, id), wiji.compare(id, before), before < id), (-1, 1, True), id)
        before = id
        equal((wiji.lower(fields.date) == wiji.lower(int(us)) <= id <= wiji.upper(int(us)) == wiji.upper(fields.date)), True, id)


@test('written_otherwise.tsv')
def written_otherwise():
    for written, text in table('written_otherwise'):
        equal((wiji.wiji(written), wiji.is_valid(written)), (text, True), written)


REASONS = {'length': ': expected ', 'character': ': character ', 'too large': '128 bits', 'version': ': found version '}


@test('invalid.tsv')
def invalid():
    for form, value, why in table('invalid'):
        id = bytes.fromhex(value) if form == 'bytes' else value
        error = error_of(wiji.parse, id)
        equal(type(error), ValueError, value)
        if value.isascii():  # the table counts a character beyond ASCII in bytes
            equal(REASONS[why] in str(error), True, f'{value}: {error}')
        equal(wiji.is_valid(id), False, value)


@test('clock.tsv')
def clock():
    running = factory = now = None
    for scenario, clock_us, ids, result, first, last in table('clock'):
        if scenario != running:
            factory = wiji.factory(clock=lambda: now, random=0x123456789ABCD, max_wait=0)
        running = scenario
        now = int(clock_us)
        if result == 'wait':
            raises(TimeoutError, factory.wiji)
            continue
        generated = [factory.wiji() for _ in range(int(ids))]
        equal((generated[0], generated[-1]), (first, last), scenario)
        sequences = [wiji.parse(id).sequence for id in generated]
        equal(sequences, list(range(sequences[0], sequences[0] + len(generated))), scenario)


@test('IDs ascend in every form, with the time of the clock')
def ascend():
    before = datetime.now(timezone.utc)
    last = ''
    for make in (wiji.wiji, wiji.uuid, wiji.hex, wiji.binary) * 20000:
        id = wiji.hex(make())
        equal(id > last, True, id)
        last = id
    equal(before <= wiji.parse(last).date <= datetime.now(timezone.utc), True, last)


@test('a waiting generator continues when its clock does')
def wait():
    reads = iter(range(200000))
    factory = wiji.factory(clock=lambda: 1000 if next(reads) < 65700 else 1001, max_wait=math.inf)
    for _ in range(65536):
        factory.binary()
    fields = wiji.parse(factory.binary())
    equal((fields.timestamp_us, fields.sequence), (1001, 0), 'the ID after the wait')


@test('waits are limited')
def limit():
    now = 1000
    factory = wiji.factory(clock=lambda: now, max_wait=0.03)
    for _ in range(65536):
        factory.binary()
    now = 5
    equal(str(error_of(factory.binary)), 'the clock is 995 µs behind the last ID, whose counter is exhausted; waited 0.03 s', 'error')
    now = 1001
    equal(wiji.parse(factory.binary()).timestamp_us, 1001, 'the generator is still usable')


@test('waits are limited where a test has stopped the clocks')
def stopped():
    program = '''
import time, wiji
real = time.monotonic
time.monotonic = stopped = lambda: 0.0
for name in [name for name, value in vars(wiji).items() if value is real]:
    setattr(wiji, name, stopped)  # freezegun does that as well
factory = wiji.factory(clock=lambda: 1000, max_wait=0.03)
try:
    for _ in range(65537):
        factory.binary()
except TimeoutError as error:
    print(ascii(str(error)))
'''
    folder = os.path.dirname(os.path.abspath(wiji.__file__))
    ran = subprocess.run([sys.executable, '-c', program], stdout=subprocess.PIPE, timeout=60, cwd=folder)
    message = 'the clock is 0 µs behind the last ID, whose counter is exhausted; waited 0.03 s'
    equal(ran.stdout.decode().strip(), ascii(message), 'error')


@test('factories have their own random bits')
def factories():
    randoms = [wiji.parse(wiji.factory().wiji()).random for _ in range(1000)]
    equal(len(set(randoms)), 1000, 'different')
    ones = [sum(random >> bit & 1 for random in randoms) for bit in range(52)]
    equal(all(350 < n < 650 for n in ones), True, ones)
    two = [wiji.factory(clock=lambda: 1000), wiji.factory(clock=lambda: 1000)]
    generated = [wiji.parse(factory.wiji()) for _ in range(3) for factory in two]
    equal([id.sequence for id in generated], [0, 0, 1, 1, 2, 2], 'independent counters')
    equal(len({id.random for id in generated}), 2, 'each keeps its own')
    factory = wiji.factory()
    equal([len(form) for form in (factory.uuid(), factory.hex(), factory.binary())], [36, 32, 16], 'forms')
    del factory, two
    gc.collect()
    equal(len(wiji._factories) < 100, True, 'unreferenced factories are removed')


@test('arguments that a factory rejects')
def rejected():
    for us in (-1, MAX_US + 1):
        raises(ValueError, wiji.factory(clock=lambda: us).wiji)
    raises(ValueError, wiji.factory, random=2**52)
    raises(TypeError, wiji.factory, random=1.0)
    for seconds in (-1, math.nan):
        raises(ValueError, wiji.factory, max_wait=seconds)


@test('a generator cannot be copied, because the copy would generate the same IDs')
def copies():
    for make_copy in (copy.copy, copy.deepcopy, pickle.dumps):
        raises(TypeError, make_copy, wiji.factory())


@test('bounds at both ends')
def bounds():
    equal(wiji.lower(0), '00000000000000040000000000', 'the first ID')
    equal(wiji.upper(MAX_US), '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ', 'the last ID')
    end = datetime(4253, 5, 31, 22, 20, 37, 927935, timezone.utc)
    equal(wiji.upper(end), wiji.upper(MAX_US), 'the last timestamp')
    jakarta = datetime(2026, 11, 22, 19, 0, 0, 123456, timezone(timedelta(hours=7)))
    equal(wiji.parse(wiji.lower(jakarta)), (1795348800123456, 1795348800123, jakarta, 0, 1, 0), 'lower')
    equal(wiji.parse(wiji.upper(jakarta)), (1795348800123456, 1795348800123, jakarta, 65535, 1, MAX_RANDOM), 'upper')
    for bound in (wiji.lower, wiji.upper):
        for time in (-1, MAX_US + 1, wiji._EPOCH - timedelta(microseconds=1), end + timedelta(microseconds=1),
                     datetime.min.replace(tzinfo=timezone.utc), datetime.max.replace(tzinfo=timezone.utc), datetime(2026, 11, 22)):
            raises(ValueError, bound, time)
        for time in (0.5, '0', None, True):
            raises(TypeError, bound, time)


@test('make reports which field is out of range')
def ranges():
    for fields, message in (
            ((-1, 0, 0), 'timestamp_us must be 0 to 72057594037927935, found -1'),
            ((MAX_US + 1, 0, 0), 'timestamp_us must be 0 to 72057594037927935, found 72057594037927936'),
            ((0, 65536, 0), 'sequence must be 0 to 65535, found 65536'),
            ((0, 0, 2**52), 'random must be 0 to 4503599627370495, found 4503599627370496')):
        equal(str(error_of(wiji.make, *fields)), message, fields)
    raises(TypeError, wiji.make, 0.0, 0, 0)


@test('an invalid character at each position')
def wrong_character():
    for id in (TEXT, UUID, HEX):
        for i in range(len(id)):
            for character in '! _\0\né\u0131\u017f\u212a\uff10\u0661\u0130😀':
                corrupted = id[:i] + character + id[i + 1:]
                start = f'invalid wiji {corrupted!r}: character {i + 1}, {character!r}, is not '
                equal(str(error_of(wiji.parse, corrupted)).startswith(start), True, corrupted)


@test('lengths 0 to 40 of text and of bytes')
def lengths():
    for length in range(41):
        raises(ValueError, wiji.parse, '0' * length)
        equal(wiji.is_valid(b'\x11' * length), length == 16, length)
    equal(len(str(error_of(wiji.parse, 'x' * 10**6))) < 200, True, 'a long text is truncated in the message')


@test('values of other types are a TypeError, and not valid')
def types():
    for value in (None, 4, 4.0, [], {}, object(), [0] * 16):
        for function in (wiji.parse, wiji.wiji, wiji.uuid, wiji.hex, wiji.binary):
            raises(TypeError, function, value)
        equal(wiji.is_valid(value), False, value)


def generate_many(count):
    return [wiji.binary() for _ in range(count)]


def forked(body):
    """Runs body, which returns bytes, in a child process; returns a function that returns them."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(100)  # in case it hangs
        with os.fdopen(write, 'wb') as out:
            out.write(body())
        os._exit(0)
    os.close(write)

    def result():
        with os.fdopen(read, 'rb') as written:
            returned = written.read()
        equal(os.waitpid(child, 0)[1], 0, 'exit status of a child')
        return returned

    return result


@test('a million IDs of threads, and of forked processes whose parent has generated one before')
def processes():
    first = wiji.binary()
    children = [forked(lambda: b''.join(generate_many(200000))) for _ in range(3)]
    with ThreadPoolExecutor(4) as threads:
        parts = list(threads.map(generate_many, [50000] * 8))
    for child in children:
        ids = child()
        parts.append([ids[i:i + 16] for i in range(0, len(ids), 16)])
    for part in parts:
        equal(part == sorted(part), True, 'each ascends')
    equal(len({wiji.parse(part[0]).random for part in parts}), 4, 'generators')
    equal(len({first}.union(*parts)), 1000001, 'different IDs')


@test('a fork while another thread generates IDs neither hangs the child nor repeats an ID')
def fork():
    stop = threading.Event()
    generated = set()

    def generate():
        while not stop.is_set():
            generated.add(wiji.binary())

    thread = threading.Thread(target=generate)
    thread.start()
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', DeprecationWarning)  # about forking with threads, which is what this tests
        children = [forked(wiji.binary)() for _ in range(100)]
    stop.set()
    thread.join()
    equal(len({wiji.parse(id).random for id in children}), 100, 'random bits of the children')
    equal(generated.isdisjoint(children), True, 'no ID twice')


@test('a signal handler may generate an ID while one is being generated')
def handler():
    generated = []

    def clock():
        if not generated:  # simulates a handler that interrupts here, where the lock is held
            generated.append(None)
            generated[0] = factory.binary()
        return 1000

    factory = wiji.factory(clock=clock)
    signal.alarm(100)  # in case it hangs
    generated.append(factory.binary())
    signal.alarm(0)
    equal([wiji.parse(id).sequence for id in generated], [0, 1], 'two IDs')


def answer(line):
    word, question = line.split()
    question = bytes.fromhex(question.replace('.', ''))
    id = question.decode() if word == 'wiji_text' else question
    if not wiji.is_valid(id):
        return '-'
    us, _, _, sequence, _, random = wiji.parse(id)
    return ' '.join(map(str, (wiji.hex(id), wiji.wiji(id), wiji.uuid(id), us, sequence, random,
                              wiji.hex(wiji.lower(us)), wiji.hex(wiji.upper(us)))))


def run():
    failed = False
    for number, (name, body) in enumerate(tests, 1):
        wrong.clear()
        try:
            body()
        except Exception:
            wrong.append(traceback.format_exc())
        print(f'{"not ok" if wrong else "ok"} {number} - {name}')
        for line in '\n'.join(wrong[:10]).splitlines():
            print('#', line)
        failed |= bool(wrong)
    print(f'1..{len(tests)}')
    sys.exit(failed)


if sys.argv[1:2] == ['answer']:
    for line in sys.stdin:
        print(answer(line))
elif sys.argv[1:2] == ['generate']:
    for _ in range(int(sys.argv[2])):
        print(wiji.wiji(), wiji.uuid(), wiji.hex(), wiji.binary().hex())
else:
    run()
