"""Python's part of clients/bench/compare: its arguments and its output are described there."""
import os
import sys
import time
import uuid

import ulid
import uuid6

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'python'))
import wiji  # noqa: E402

n, rounds = map(int, sys.argv[1:])
text, of_ulid, of_uuid = wiji.wiji(), str(ulid.ULID()), str(uuid6.uuid7())
form, raw = wiji.uuid(text), wiji.binary(text)
a_ulid, a_uuid = ulid.ULID.from_str(of_ulid), uuid.UUID(of_uuid)

operations = {
    'generate': {'wiji': wiji.wiji, 'uuid6.uuid7': lambda: str(uuid6.uuid7()), 'python-ulid': lambda: str(ulid.ULID())},
    'parse text': {'wiji': lambda: wiji.binary(text), 'python-ulid': lambda: ulid.ULID.from_str(of_ulid)},
    'parse UUID form': {'wiji': lambda: wiji.binary(form), 'uuid.UUID': lambda: uuid.UUID(of_uuid)},
    'format': {'wiji': lambda: wiji.wiji(raw), 'python-ulid': lambda: str(a_ulid), 'uuid.UUID': lambda: str(a_uuid)},
}
if hasattr(uuid, 'uuid7'):
    operations['generate']['uuid.uuid7'] = lambda: str(uuid.uuid7())


def measure(function):
    began = time.perf_counter_ns()
    for _ in range(n):
        function()
    return (time.perf_counter_ns() - began) / n


for operation, libraries in operations.items():
    best = {library: min(measured) for library, measured in zip(
        libraries, zip(*[[measure(function) for function in libraries.values()] for _ in range(rounds)]))}
    for library, ns in best.items():
        print(operation, library, ns, sep='\t')
