"""Makes a loading tool lose rows of tables, and none through views over their horizons.

    check.py TOOL FETCHED FOLDER

TOOL/tool.py has a class Tool, which loader.py describes.  FETCHED has what was downloaded for it; what it
writes goes into FOLDER.  PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE lead to a database with extension
wiji_feed, which the user may create tables in; the roles loader_of_table and loader_of_view have the same
password.

In one run, the tool loads the tables orders, by id, and accounts, by updated_at, and the views of both.
First, losses are forced: a transaction takes keys, another one commits greater keys, the tool polls, the
first one commits, and the tool polls again.  Then six writers commit and roll back while the tool polls.

Prints what each stream has lost in either part, in a line for each: NAME FORCED LOST WRITTEN.  Fails if a view
lost a row.
"""
import importlib.util
import os
import random
import sys
import threading
import time

import psycopg2

from loader import Stream, connect

SCHEMA = """
SET client_min_messages = warning;
DROP TABLE IF EXISTS orders, accounts CASCADE;
CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n integer NOT NULL DEFAULT 0, item text);
SELECT wiji_create_feed('orders');
CREATE VIEW orders_feed AS SELECT * FROM orders WHERE id < (SELECT wiji_horizon_bigint('orders'));
CREATE TABLE accounts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n integer NOT NULL DEFAULT 0, updated_at timestamptz);
CREATE INDEX ON accounts (updated_at, id);
SELECT wiji_create_feed('accounts', 'updated_at', changes => true);
CREATE VIEW accounts_feed AS SELECT * FROM accounts WHERE updated_at < (SELECT wiji_horizon_timestamptz('accounts'));
GRANT SELECT ON orders, accounts TO loader_of_table;
GRANT SELECT ON orders_feed, accounts_feed TO loader_of_view;
INSERT INTO orders (item) SELECT 'coffee' FROM generate_series(1, 10);
INSERT INTO accounts (n) SELECT 0 FROM generate_series(1, 50);
"""
STREAMS = [
    Stream('orders', 'id', 'loader_of_table', 'from_table'),
    Stream('accounts', 'updated_at', 'loader_of_table', 'from_table'),
    Stream('orders_feed', 'id', 'loader_of_view', 'from_view'),
    Stream('accounts_feed', 'updated_at', 'loader_of_view', 'from_view'),
]
FEWEST, MOST, POLLS, WRITERS = 300, 600, 5, 6


def write(cursor, account):
    cursor.execute("INSERT INTO orders (item) VALUES ('tea')")
    cursor.execute('INSERT INTO accounts DEFAULT VALUES')
    cursor.execute('UPDATE accounts SET n = n + 1 WHERE id = %s', [account])


def must_not_read_tables():
    for relation in ('orders', 'accounts'):
        try:
            connect('loader_of_view').cursor().execute(f'SELECT FROM {relation}')
        except psycopg2.errors.InsufficientPrivilege:
            continue
        raise SystemExit(f'loader_of_view can read {relation}')


def force(tool):
    """Both transactions write; the slower one has the smaller keys."""
    slow, fast = connect(), connect()
    write(slow.cursor(), 1)
    time.sleep(1.1)  # there are tools that read again what is of the same second
    write(fast.cursor(), 2)
    fast.commit()
    tool.poll()
    slow.commit()
    slow.close()
    fast.close()
    tool.poll()


class Storm:
    def __init__(self):
        self.ended = threading.Event()
        self.written = 0
        self.failure = None

    def transactions(self, seed):
        chance = random.Random(seed)
        connection = connect()
        cursor = connection.cursor()
        while not self.ended.is_set() and self.written < MOST:
            write(cursor, chance.randint(1, 50))
            time.sleep(chance.choice((0, 0, 0.05, 0.2, 0.5, 1)) * chance.random())
            if chance.random() < 0.1:
                connection.rollback()
            else:
                connection.commit()
                self.written += 1
            time.sleep(chance.random() * 0.1)
        connection.close()

    def writer(self, seed):
        try:
            self.transactions(seed)
        except Exception as failure:
            self.failure = failure

    def run(self, tool):
        """Until there were enough transactions and polls, or as many transactions as there may be."""
        writers = [threading.Thread(target=self.writer, args=[seed]) for seed in range(WRITERS)]
        for writer in writers:
            writer.start()
        polls = 0
        try:
            while self.written < FEWEST or polls < POLLS and any(writer.is_alive() for writer in writers):
                tool.poll()
                polls += 1
                if self.failure:
                    raise self.failure
        finally:
            self.ended.set()
            for writer in writers:
                writer.join()
        tool.poll()


def lost(tool):
    """By stream, the rows of which it does not have what the table has."""
    found = {}
    cursor = connect().cursor()
    for stream in STREAMS:
        cursor.execute('SELECT id, n FROM ' + stream.name.removesuffix('_feed'))
        loaded = {}
        for row, n in tool.rows(stream):
            loaded[row] = max(n, loaded.get(row, n))
        found[stream] = {row for row, n in cursor if loaded.get(row) != n}
    return found


def main(name, fetched, folder):
    spec = importlib.util.spec_from_file_location('tool', os.path.join(name, 'tool.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with connect() as connection:
        connection.cursor().execute(SCHEMA)
    must_not_read_tables()
    os.makedirs(folder)
    tool = module.Tool(STREAMS, fetched, os.path.abspath(folder))
    try:
        tool.poll()
        if any(lost(tool).values()):
            raise SystemExit('it does not load what is there')
        force(tool)
        forced = lost(tool)
        storm = Storm()
        storm.run(tool)
        in_storm = lost(tool)
    finally:
        tool.close()
    for stream in STREAMS:
        print(stream.name, len(forced[stream]), len(in_storm[stream] - forced[stream]), storm.written * (1 if 'orders' in stream.name else 2))
    sys.exit(any(forced[stream] | in_storm[stream] for stream in STREAMS if stream.role == 'loader_of_view'))


main(*sys.argv[1:])
