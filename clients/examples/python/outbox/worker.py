"""Delivers the rows of a feed at least once each, and those of a customer in order: docs/feeds.md.

For IDs of uuidv7() instead of bigint: id uuid PRIMARY KEY DEFAULT uuidv7().  If applications generate them:
wiji_create_feed('outbox', lag => '5 s').
"""
import psycopg

TABLES = """
CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer text, task text NOT NULL);
SELECT wiji_create_feed('outbox');
CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
	AS 'BEGIN NOTIFY outbox; RETURN NULL; END';
CREATE TRIGGER notify_outbox AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox();

CREATE TABLE mailer (worker integer PRIMARY KEY, workers integer NOT NULL,
	feed regclass NOT NULL, position text, split name, sharing text);
INSERT INTO mailer SELECT n, 3, 'outbox', NULL, 'customer' FROM generate_series(0, 2) n;
"""


def work(deliver, stopped):
	"""Is any worker until stopped().  If a delivery fails, the position stays, and its rows come again."""
	with psycopg.connect(autocommit=True) as db:
		db.execute("LISTEN outbox")
		while not stopped():
			with db.transaction():
				rows = db.execute("SELECT * FROM wiji_poll(NULL::outbox, 'mailer', max => 100)").fetchall()
				for id, customer, task in rows:
					deliver(id, customer, task)  # the ID tells a repeated delivery
			if not rows:
				# the timeout is for rows that a slower transaction holds back when the notification comes
				list(db.notifies(timeout=0.1, stop_after=1))
