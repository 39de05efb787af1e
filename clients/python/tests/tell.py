"""Reads and generates IDs for other programs.  PYTHONPATH names the folder of wiji.

    tell.py answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
    tell.py generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
"""
import sys

import wiji


def answer(line: str) -> str:
    word, question = line.split()
    raw = bytes.fromhex(question.replace('.', ''))
    id = raw.decode() if word == 'wiji_text' else raw
    if not wiji.is_valid(id):
        return '-'
    us, _, _, sequence, _, random = wiji.parse(id)
    return ' '.join(map(str, (wiji.hex(id), wiji.wiji(id), wiji.uuid(id), us, sequence, random,
                              wiji.hex(wiji.lower(us)), wiji.hex(wiji.upper(us)))))


if sys.argv[1:] == ['answer']:
    for line in sys.stdin:
        print(answer(line))
elif sys.argv[1:2] == ['generate']:
    for _ in range(int(sys.argv[2])):
        print(wiji.wiji(), wiji.uuid(), wiji.hex(), wiji.binary().hex())
else:
    sys.exit(__doc__)
