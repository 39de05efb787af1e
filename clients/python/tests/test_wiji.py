"""Tests of wiji, with those of the repository's conformance suite: python3 -m unittest."""
import copy
import gc
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import unittest
import uuid
import warnings
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

import wiji

MAX_US = 2**56 - 1
MAX_RANDOM = 2**52 - 1
TEXT, UUID, HEX = '06C303ZADAJC00E40000000C1S', '0660c03f-a9aa-9300-0710-000000003039', '0660c03fa9aa93000710000000003039'
SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../docs/conformance')


def table(name):
    with open(os.path.join(SUITE, name + '.tsv'), encoding='utf-8', newline='\n') as lines:
        return [line.rstrip('\n').split('\t') for line in lines][1:]


def error_of(body, *arguments):
    try:
        body(*arguments)
    except Exception as error:
        return error
    return None


@unittest.skipUnless(os.path.isdir(SUITE), 'the conformance suite is in the repository only')
class Conformance(unittest.TestCase):
    def test_valid(self):
        before = None
        for text, in_uuid, in_hex, us, ms, date, sequence, version, random in table('valid'):
            id = wiji.make(int(us), int(sequence), int(random))
            self.assertEqual(id, text)
            raw = bytes.fromhex(in_hex)
            for form in (text, in_uuid, in_hex, raw, bytearray(raw), memoryview(raw), uuid.UUID(in_uuid)):
                self.assertEqual((wiji.wiji(form), wiji.uuid(form), wiji.hex(form), wiji.binary(form)),
                                 (text, in_uuid, in_hex, raw))
                fields = wiji.parse(form)
                self.assertEqual(fields, (int(us), int(ms), fields.date, int(sequence), int(version), int(random)))
                self.assertEqual(fields.date.strftime('%Y-%m-%dT%H:%M:%S.%fZ'), date)
                self.assertIs(wiji.is_valid(form), True)
                self.assertEqual(wiji.compare(form, text), 0)
            if before:
                self.assertEqual((wiji.compare(before, id), wiji.compare(id, before), before < id), (-1, 1, True), id)
            before = id
            self.assertEqual(wiji.lower(fields.date), wiji.lower(int(us)))
            self.assertEqual(wiji.upper(fields.date), wiji.upper(int(us)))
            self.assertTrue(wiji.lower(int(us)) <= id <= wiji.upper(int(us)), id)

    def test_written_otherwise(self):
        for written, text in table('written_otherwise'):
            self.assertEqual((wiji.wiji(written), wiji.is_valid(written)), (text, True), written)

    def test_invalid(self):
        reasons = {'length': ': expected ', 'character': ': character ', 'too large': '128 bits', 'version': ': found version '}
        for form, value, why in table('invalid'):
            id = bytes.fromhex(value) if form == 'bytes' else value
            error = error_of(wiji.parse, id)
            self.assertIs(type(error), ValueError, value)
            if value.isascii():  # the table counts a character beyond ASCII in bytes
                self.assertIn(reasons[why], str(error))
            self.assertIs(wiji.is_valid(id), False, value)

    def test_clock(self):
        running = factory = now = None
        for scenario, clock_us, ids, result, first, last in table('clock'):
            if scenario != running:
                factory = wiji.factory(clock=lambda: now, random=0x123456789ABCD, max_wait=0)
            running = scenario
            now = int(clock_us)
            if result == 'wait':
                self.assertRaises(TimeoutError, factory.wiji)
                continue
            generated = [factory.wiji() for _ in range(int(ids))]
            self.assertEqual((generated[0], generated[-1]), (first, last), scenario)
            sequences = [wiji.parse(id).sequence for id in generated]
            self.assertEqual(sequences, list(range(sequences[0], sequences[0] + len(generated))), scenario)


class Generators(unittest.TestCase):
    def test_ids_ascend_in_every_form_with_the_time_of_the_clock(self):
        before = datetime.now(timezone.utc)
        ids = [wiji.hex(generate()) for generate in (wiji.wiji, wiji.uuid, wiji.hex, wiji.binary) * 20000]
        self.assertTrue(all(a < b for a, b in zip(ids, ids[1:])))
        self.assertTrue(before <= wiji.parse(ids[-1]).date <= datetime.now(timezone.utc), ids[-1])

    def test_a_waiting_generator_continues_when_its_clock_does(self):
        reads = iter(range(200000))
        factory = wiji.factory(clock=lambda: 1000 if next(reads) < 65700 else 1001, max_wait=math.inf)
        for _ in range(65536):
            factory.binary()
        fields = wiji.parse(factory.binary())
        self.assertEqual((fields.timestamp_us, fields.sequence), (1001, 0))

    def test_waits_are_limited(self):
        now = 1000
        factory = wiji.factory(clock=lambda: now, max_wait=0.03)
        for _ in range(65536):
            factory.binary()
        now = 5
        self.assertEqual(str(error_of(factory.binary)),
                         'the clock is 995 µs behind the last ID, whose counter is exhausted; waited 0.03 s')
        now = 1001
        self.assertEqual(wiji.parse(factory.binary()).timestamp_us, 1001)  # it is still usable

    def test_waits_are_limited_where_a_test_has_stopped_the_clocks(self):
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
        folder = os.path.dirname(os.path.dirname(os.path.abspath(wiji.__file__)))
        ran = subprocess.run([sys.executable, '-c', program], stdout=subprocess.PIPE, timeout=60, cwd=folder)
        self.assertEqual(ran.stdout.decode().strip(),
                         ascii('the clock is 0 µs behind the last ID, whose counter is exhausted; waited 0.03 s'))

    def test_factories_have_their_own_random_bits(self):
        randoms = [wiji.parse(wiji.factory().wiji()).random for _ in range(1000)]
        self.assertEqual(len(set(randoms)), 1000)
        ones = [sum(random >> bit & 1 for random in randoms) for bit in range(52)]
        self.assertTrue(all(350 < n < 650 for n in ones), ones)
        two = [wiji.factory(clock=lambda: 1000), wiji.factory(clock=lambda: 1000)]
        generated = [wiji.parse(factory.wiji()) for _ in range(3) for factory in two]
        self.assertEqual([id.sequence for id in generated], [0, 0, 1, 1, 2, 2])
        self.assertEqual(len({id.random for id in generated}), 2)
        factory = wiji.factory()
        self.assertEqual([len(form) for form in (factory.uuid(), factory.hex(), factory.binary())], [36, 32, 16])
        del factory, two
        gc.collect()
        self.assertLess(len(wiji._factories), 100)  # unreferenced ones are removed

    def test_arguments_that_a_factory_rejects(self):
        for us in (-1, MAX_US + 1):
            self.assertRaises(ValueError, wiji.factory(clock=lambda: us).wiji)
        self.assertRaises(ValueError, wiji.factory, random=2**52)
        self.assertRaises(TypeError, wiji.factory, random=1.0)
        for seconds in (-1, math.nan):
            self.assertRaises(ValueError, wiji.factory, max_wait=seconds)

    def test_a_generator_cannot_be_copied_because_the_copy_would_generate_the_same_ids(self):
        for make_copy in (copy.copy, copy.deepcopy, pickle.dumps):
            self.assertRaises(TypeError, make_copy, wiji.factory())

    def test_a_signal_handler_may_generate_an_id_while_one_is_being_generated(self):
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
        self.assertEqual([wiji.parse(id).sequence for id in generated], [0, 1])


def generate_many(count):
    return [wiji.binary() for _ in range(count)]


@unittest.skipUnless(hasattr(os, 'fork'), 'this system cannot fork')
class Processes(unittest.TestCase):
    def forked(self, body):
        """Runs body, which returns bytes, in a child process; returns a function that returns them."""
        read, write = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter('ignore', DeprecationWarning)  # about forking with threads, which is what this tests
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
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            return returned

        return result

    def test_a_million_ids_of_threads_and_of_processes_whose_parent_has_generated_one_before(self):
        first = wiji.binary()
        children = [self.forked(lambda: b''.join(generate_many(200000))) for _ in range(3)]
        with ThreadPoolExecutor(4) as threads:
            parts = list(threads.map(generate_many, [50000] * 8))
        for child in children:
            ids = child()
            parts.append([ids[i:i + 16] for i in range(0, len(ids), 16)])
        self.assertTrue(all(part == sorted(part) for part in parts))
        self.assertEqual(len({wiji.parse(part[0]).random for part in parts}), 4)
        self.assertEqual(len({first}.union(*parts)), 1000001)

    def test_a_fork_while_another_thread_generates_ids_neither_hangs_the_child_nor_repeats_an_id(self):
        stop = threading.Event()
        generated = set()

        def generate():
            while not stop.is_set():
                generated.add(wiji.binary())

        thread = threading.Thread(target=generate)
        thread.start()
        children = [self.forked(wiji.binary)() for _ in range(100)]
        stop.set()
        thread.join()
        self.assertEqual(len({wiji.parse(id).random for id in children}), 100)
        self.assertTrue(generated.isdisjoint(children))


class Edges(unittest.TestCase):
    def test_bounds_at_both_ends(self):
        self.assertEqual(wiji.lower(0), '00000000000000040000000000')
        self.assertEqual(wiji.upper(MAX_US), '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ')
        end = datetime(4253, 5, 31, 22, 20, 37, 927935, timezone.utc)
        self.assertEqual(wiji.upper(end), wiji.upper(MAX_US))
        jakarta = datetime(2026, 11, 22, 19, 0, 0, 123456, timezone(timedelta(hours=7)))
        self.assertEqual(wiji.parse(wiji.lower(jakarta)), (1795348800123456, 1795348800123, jakarta, 0, 1, 0))
        self.assertEqual(wiji.parse(wiji.upper(jakarta)), (1795348800123456, 1795348800123, jakarta, 65535, 1, MAX_RANDOM))
        for bound in (wiji.lower, wiji.upper):
            for time in (-1, MAX_US + 1, wiji._EPOCH - timedelta(microseconds=1), end + timedelta(microseconds=1),
                         datetime.min.replace(tzinfo=timezone.utc), datetime.max.replace(tzinfo=timezone.utc), datetime(2026, 11, 22)):
                self.assertRaises(ValueError, bound, time)
            for time in (0.5, '0', None, True):
                self.assertRaises(TypeError, bound, time)

    def test_make_reports_which_field_is_out_of_range(self):
        for fields, message in (
                ((-1, 0, 0), 'timestamp_us must be 0 to 72057594037927935, found -1'),
                ((MAX_US + 1, 0, 0), 'timestamp_us must be 0 to 72057594037927935, found 72057594037927936'),
                ((0, 65536, 0), 'sequence must be 0 to 65535, found 65536'),
                ((0, 0, 2**52), 'random must be 0 to 4503599627370495, found 4503599627370496')):
            self.assertEqual(str(error_of(wiji.make, *fields)), message)
        self.assertRaises(TypeError, wiji.make, 0.0, 0, 0)

    def test_an_invalid_character_at_each_position(self):
        for id in (TEXT, UUID, HEX):
            for i in range(len(id)):
                for character in '! _\0\né\u0131\u017f\u212a\uff10\u0661\u0130😀':
                    corrupted = id[:i] + character + id[i + 1:]
                    start = f'invalid wiji {corrupted!r}: character {i + 1}, {character!r}, is not '
                    self.assertEqual(str(error_of(wiji.parse, corrupted))[:len(start)], start)

    def test_lengths_0_to_40_of_text_and_of_bytes(self):
        for length in range(41):
            self.assertRaises(ValueError, wiji.parse, '0' * length)
            self.assertIs(wiji.is_valid(b'\x11' * length), length == 16, length)
        self.assertLess(len(str(error_of(wiji.parse, 'x' * 10**6))), 200)  # a long text is truncated

    def test_values_of_other_types_are_a_type_error_and_not_valid(self):
        for value in (None, 4, 4.0, [], {}, object(), [0] * 16):
            for function in (wiji.parse, wiji.wiji, wiji.uuid, wiji.hex, wiji.binary):
                self.assertRaises(TypeError, function, value)
            self.assertIs(wiji.is_valid(value), False)

    def test_characters_that_int_would_skip_or_interpret(self):
        for id in (TEXT, UUID, HEX):
            for wrong in (id[:1] + '_' + id[2:], '_' + id[1:], ' ' + id[1:], id[:-1] + '\n', '+' + id[1:], '-' + id[1:], '0x' + id[2:],
                          id[:-1] + '-', id[:9] + '-' + id[10:], '\ud800' + id[1:]):
                if wrong != id and not (id == TEXT and 'x' in wrong):
                    self.assertIs(wiji.is_valid(wrong), False, ascii(wrong))
        self.assertIs(wiji.is_valid('0x' + TEXT[2:]), True)  # there, x is a digit

    def test_digits_are_those_of_the_alphabet(self):
        # each digit at each place: what the tables read is what they write
        for i in range(1, 26):
            for value, digit in enumerate('0123456789ABCDEFGHJKMNPQRSTVWXYZ'):
                id = TEXT[:i] + digit + TEXT[i + 1:]
                number = sum('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.index(letter) << 5 * (25 - at) for at, letter in enumerate(id))
                if number >> 52 & 15 == 1:
                    self.assertEqual((wiji.hex(id), wiji.wiji(number.to_bytes(16, 'big'))), ('%032x' % number, id))


def printed(program, *options):
    """What a new interpreter prints for a program that has imported wiji."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(wiji.__file__)))
    program = f'import sys; sys.path.insert(0, {folder!r}); import wiji\n{program}'
    ran = subprocess.run([sys.executable, '-I', *options, '-c', program], stdout=subprocess.PIPE, timeout=60, check=True)
    return ran.stdout.decode().strip()


class Module(unittest.TestCase):
    def test_import_does_not_import_what_takes_longer_than_itself(self):
        self.assertEqual(printed("print({'secrets', 'typing', 'uuid'} & set(sys.modules))", '-S'), 'set()')

    def test_a_uuid_that_is_imported_later_is_read(self):
        self.assertEqual(printed(f"wiji.is_valid(7); import uuid; print(wiji.wiji(uuid.UUID('{UUID}')))", '-S'), TEXT)

    def test_types_for_annotations(self):
        self.assertEqual(printed("from wiji import Id; import uuid; print(isinstance(uuid.UUID(int=0), Id), isinstance(7, Id))"), 'True False')
        self.assertEqual(wiji.WijiId(TEXT), TEXT)
        self.assertIs(wiji.WijiId, wiji.WijiId)
        self.assertRaises(AttributeError, getattr, wiji, 'WijiID')
        names = {}
        exec('from wiji import *', names)
        self.assertLessEqual(set(wiji.__all__), set(names))


if __name__ == '__main__':
    unittest.main()
