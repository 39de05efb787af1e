"""Python's part of clients/bench/compare: its arguments, input and output are described there."""
import os
import sys
import threading
import time
import uuid

import ulid
import ulid_transform

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'python'))
import wiji  # noqa: E402

generators = {'wiji': wiji.wiji, 'python-ulid': lambda: str(ulid.ULID()),
              'ulid-transform': ulid_transform.ulid_now}
if hasattr(uuid, 'uuid7'):
    generators['uuid, version 7'] = lambda: str(uuid.uuid7())
ids = int(sys.argv[1])


def work(generate):
    for _ in range(ids):
        generate()


print('\t'.join(generators), flush=True)
for line in sys.stdin:
    generator, count = map(int, line.split())
    threads = [threading.Thread(target=work, args=[list(generators.values())[generator]]) for _ in range(count)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(time.perf_counter() - began, flush=True)
