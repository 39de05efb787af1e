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

makers = {'wiji': wiji.wiji, 'python-ulid': lambda: str(ulid.ULID()), 'ulid-transform': ulid_transform.ulid_now}
if hasattr(uuid, 'uuid7'):
    makers['uuid, version 7'] = lambda: str(uuid.uuid7())
ids = int(sys.argv[1])


def work(make):
    for _ in range(ids):
        make()


print('\t'.join(makers), flush=True)
for line in sys.stdin:
    maker, count = map(int, line.split())
    threads = [threading.Thread(target=work, args=[list(makers.values())[maker]]) for _ in range(count)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(time.perf_counter() - began, flush=True)
