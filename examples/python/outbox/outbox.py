"""An outbox: writers, and a consumer that is killed and started again, as in docs/feeds.md.

	outbox.py                   runs writers, kills a consumer three times, and prints a summary
	outbox.py write NAME COUNT  runs a writer of COUNT transactions
	outbox.py read NAME FILE    runs a consumer that delivers to FILE until it is killed

Uses psycopg 3.  Connects with PGHOST, PGUSER and so on.  Run CREATE EXTENSION wiji_feed CASCADE first.  The
program creates the tables, and drops them at the end.
"""
import os
import random
import select
import subprocess
import sys
import tempfile
import time

import psycopg

TABLES = """
CREATE TABLE event (
	id wiji PRIMARY KEY DEFAULT wiji_generate(),
	what text NOT NULL
);
SELECT wiji_create_feed('event');

CREATE FUNCTION notify_event() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY event; RETURN NULL; END';
CREATE TRIGGER notify_event AFTER INSERT ON event FOR EACH STATEMENT EXECUTE FUNCTION notify_event();

CREATE TABLE consumer (
	name text PRIMARY KEY,
	position wiji NOT NULL DEFAULT wiji_lower('1970-01-01 00:00+00')
);
"""


def write(name, count):
	"""Transactions like those of an application: some are slow, and some are rolled back."""
	db = psycopg.connect(autocommit=True)
	for n in range(count):
		with db.transaction():
			db.execute("INSERT INTO event (what) VALUES (%s)", [f"{name} {n}"])
			time.sleep(random.choice([0, 0, 0.001, 0.03]))
			if n % 5 == 0:
				raise psycopg.Rollback()


def read(name, file):
	"""Delivers each event at least once, in the order of IDs."""
	db = psycopg.connect(autocommit=True)
	db.execute("LISTEN event")
	db.execute("INSERT INTO consumer (name) VALUES (%s) ON CONFLICT DO NOTHING", [name])
	while True:
		with db.transaction():
			(position,) = db.execute("SELECT position FROM consumer WHERE name = %s FOR UPDATE", [name]).fetchone()
			rows = db.execute(
				"SELECT id, what FROM event WHERE id > %s AND id < wiji_horizon('event') ORDER BY id LIMIT 10",
				[position]).fetchall()
			for row in rows:
				deliver(file, *row)
			if rows:
				db.execute("UPDATE consumer SET position = %s WHERE name = %s", [rows[-1][0], name])
		if not rows:
			# the timeout is for events that slower transactions hold back when the notification arrives
			select.select([db.fileno()], [], [], 0.1)
			db.pgconn.consume_input()
			while db.pgconn.notifies():
				pass


def deliver(file, id, what):
	"""Outside the database, nothing is rolled back.  The ID identifies a repeated event."""
	with open(file, "a") as out:
		out.write(f"{id} {what}\n")
	time.sleep(0.002)


def start(*arguments):
	return subprocess.Popen([sys.executable, os.path.abspath(__file__), *map(str, arguments)])


def show():
	db = psycopg.connect(autocommit=True)
	db.execute(TABLES)
	with tempfile.TemporaryDirectory() as folder:
		file = os.path.join(folder, "delivered")
		writers = [start("write", f"writer {n}", 50) for n in range(1, 5)]
		for _ in range(3):
			consumer = start("read", "mailer", file)
			time.sleep(0.5)
			consumer.kill()
			consumer.wait()
		print("writers:", "all have ended" if all(writer.wait() == 0 for writer in writers) else "failed")

		consumer = start("read", "mailer", file)
		(last,) = db.execute("SELECT max(id) FROM event").fetchone()
		deadline = time.monotonic() + 60
		while time.monotonic() < deadline and db.execute(
				"SELECT FROM consumer WHERE name = 'mailer' AND position >= %s", [last]).fetchone() is None:
			time.sleep(0.1)
		consumer.kill()
		consumer.wait()

		with open(file) as delivered:
			ids = [line.split()[0] for line in delivered]
	events = [id for (id,) in db.execute("SELECT id FROM event ORDER BY id")]
	first = list(dict.fromkeys(ids))  # without repeated deliveries
	print("events:", len(events))
	print("delivered:", len(first))
	print("none is missing, and all arrived in order:", first == events)
	db.execute("DROP TABLE event, consumer; DROP FUNCTION notify_event()")


if __name__ == "__main__":
	if sys.argv[1:2] == ["write"]:
		write(sys.argv[2], int(sys.argv[3]))
	elif sys.argv[1:2] == ["read"]:
		read(sys.argv[2], sys.argv[3])
	else:
		show()
