-- PostgreSQL 18: a primary key over time, and a foreign key into it.
CREATE TABLE price (
	id wiji,
	valid_at tstzrange,
	amount numeric,
	PRIMARY KEY (id, valid_at WITHOUT OVERLAPS)
);
INSERT INTO price VALUES
	(wiji_make(1, 0, 0), '[2026-01-01 00:00+00, 2026-07-01 00:00+00)', 10),
	(wiji_make(1, 0, 0), '[2026-07-01 00:00+00,)', 12),
	(wiji_make(2, 0, 0), '[2026-01-01 00:00+00,)', 7);
SELECT code, message
FROM failure($$INSERT INTO price VALUES (wiji_make(1, 0, 0), '[2026-06-30 00:00+00, 2026-07-02 00:00+00)', 11)$$);
SELECT amount FROM price WHERE id = wiji_make(1, 0, 0) AND valid_at @> timestamptz '2026-11-21 00:00+00';

CREATE TABLE sale (
	id wiji DEFAULT wiji_generate(),
	price_id wiji,
	valid_at tstzrange,
	FOREIGN KEY (price_id, PERIOD valid_at) REFERENCES price (id, PERIOD valid_at)
);
INSERT INTO sale (price_id, valid_at) VALUES (wiji_make(1, 0, 0), '[2026-06-01 00:00+00, 2026-08-01 00:00+00)');
SELECT code
FROM failure($$
	INSERT INTO sale (price_id, valid_at) VALUES (wiji_make(2, 0, 0), '[2025-06-01 00:00+00, 2026-08-01 00:00+00)')$$);
DROP TABLE sale, price;
