"""Delivers the rows of a feed at least once each, and those of a customer in order: docs/feeds.md.

For IDs of uuidv7() instead of bigint:
- id uuid PRIMARY KEY DEFAULT uuidv7()
- position uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
- wiji_horizon('outbox')
- if applications generate them: wiji_create_feed('outbox', lag => '5 s')
"""
import psycopg

TABLES = """
CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer text NOT NULL, task text NOT NULL);
SELECT wiji_create_feed('outbox');
CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY outbox; RETURN NULL; END';
CREATE TRIGGER notify_outbox AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox();

CREATE TABLE worker (n integer PRIMARY KEY, position bigint NOT NULL DEFAULT 0);
INSERT INTO worker SELECT generate_series(0, 2);
"""

# the next rows of all workers, and which of them are this worker's
NEXT = """
SELECT id, customer, task, mod(abs(hashtext(customer)::bigint), (SELECT count(*) FROM worker)) = %s AS mine
FROM outbox WHERE id > %s AND id < wiji_horizon_bigint('outbox') ORDER BY id LIMIT 100
"""


def work(n, deliver, stopped):
	"""Is worker n until stopped().  If a delivery fails, the position stays, and its rows come again."""
	with psycopg.connect(autocommit=True) as db:
		db.execute("LISTEN outbox")
		while not stopped():
			with db.transaction():
				(position,) = db.execute("SELECT position FROM worker WHERE n = %s FOR UPDATE", [n]).fetchone()
				rows = db.execute(NEXT, [n, position]).fetchall()
				for id, customer, task, mine in rows:
					if mine:
						deliver(id, customer, task)  # the ID tells a repeated delivery
				if rows:
					db.execute("UPDATE worker SET position = %s WHERE n = %s", [rows[-1][0], n])
			if not rows:
				# the timeout is for rows that a slower transaction holds back when the notification comes
				list(db.notifies(timeout=0.1, stop_after=1))
