# An outbox, with writers and workers on psycopg 3.  Run CREATE EXTENSION wiji_feed first.
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
from worker import TABLES, work

os.environ["PGOPTIONS"] = "-c search_path=wiji_example,public"  # a schema of the example's own
delivered = []
ended = False
failures = 0


def write(customer):
	"""An application's transactions: some are slow, and some are rolled back."""
	with psycopg.connect() as db:
		for n in range(50):
			db.execute("INSERT INTO outbox (customer, task) VALUES (%s, %s)", [customer, f"task {n}"])
			time.sleep(random.choice([0, 0, 0.001, 0.03]))
			db.rollback() if n % 5 == 0 else db.commit()


def deliver(id, customer, task):
	delivered.append((customer, id))  # an e-mail, for example: a rollback does not take it back
	if len(delivered) == 20:
		raise ConnectionError("the mail server has gone away")


def serve():
	"""Starts a worker again when it fails, as a service manager does."""
	global failures
	while not ended:
		try:
			work(deliver, lambda: ended)
		except ConnectionError:
			failures += 1


with psycopg.connect(autocommit=True) as db, ThreadPoolExecutor() as threads:
	db.execute("CREATE SCHEMA wiji_example")
	db.execute(TABLES)
	workers = [threads.submit(serve) for n in range(3)]
	customers = ["Ada", "Bob", "Cleo", None]
	try:
		list(threads.map(write, customers))
		rows = db.execute("SELECT customer, id FROM outbox ORDER BY id").fetchall()
		print("tasks committed:", len(rows))
		deadline = time.monotonic() + 60
		while db.execute("SELECT sum(pending) FROM wiji_pending('mailer')").fetchone()[0] > 0 and time.monotonic() < deadline:
			time.sleep(0.05)
	finally:
		ended = True
	for worker in workers:
		worker.result()
	db.execute("DROP SCHEMA wiji_example CASCADE")

print("tasks delivered:", len(set(delivered)))
print("failures of workers:", failures)
print("tasks delivered again:", "yes" if len(delivered) > len(rows) else "no")
for customer in customers:
	once = list(dict.fromkeys(row for row in delivered if row[0] == customer))
	print(f"{customer or 'Nobody'}'s tasks in order:", "yes" if once == [row for row in rows if row[0] == customer] else "no")
