"""Each poll begins with the state that the last one has left in the target."""
import sys

import dlt
from dlt.sources.sql_database import sql_table

answer, sys.stdout = sys.stdout, sys.stderr
words = iter(sys.argv[1:])
streams = list(zip(words, words, words, words))
for _ in sys.stdin:
    for url, name, key, target in streams:
        table = sql_table(url.replace('postgresql:', 'postgresql+psycopg2:'), table=name,
                          incremental=dlt.sources.incremental(key), write_disposition='merge', primary_key='id')
        dlt.pipeline(name, destination=dlt.destinations.postgres(url), dataset_name=target).run(table)
    print(file=answer, flush=True)
