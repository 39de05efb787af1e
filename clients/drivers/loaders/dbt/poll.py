"""The models' positions are the greatest keys in their targets."""
import sys

from dbt.cli.main import dbtRunner

answer, sys.stdout = sys.stdout, sys.stderr
for _ in sys.stdin:
    for role in sys.argv[1:]:
        done = dbtRunner().invoke(['run', '--profiles-dir', '.', '--target', role, '--select', role])
        if not done.success:
            raise SystemExit(f'dbt run: {done.exception or done.result}')
    print(file=answer, flush=True)
