-- docs/recipes.md: what is older than it has to be kept goes, a partition at a time.
SET TimeZone = 'UTC';
CREATE PROCEDURE drop_partitions_before(parent regclass, moment timestamptz) LANGUAGE plpgsql AS $$
DECLARE
	partition text;
BEGIN
	FOR partition IN
		SELECT c.oid::regclass
		FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid,
			regexp_match(pg_get_expr(relpartbound, c.oid), 'TO \(''(\w{26})''\)$') AS upper	-- none in a default partition
		WHERE inhparent = parent AND NOT inhdetachpending AND upper[1]::wiji <= wiji_lower(moment)
		ORDER BY upper[1]::wiji
	LOOP
		EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', parent, partition);
		EXECUTE format('DROP TABLE %s', partition);
		RAISE NOTICE 'dropped %', partition;
	END LOOP;
END $$;

CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer) PARTITION BY RANGE (id);
CREATE TABLE event_other PARTITION OF event DEFAULT;
SELECT wiji_create_partitions('event', '2026-08-01', '2026-12-01', '1 month');
INSERT INTO event SELECT wiji_generate(timestamptz '2026-08-01' + i * interval '1 day'), i FROM generate_series(0, 121) i;

-- Only a partition that is older as a whole goes.
CALL drop_partitions_before('event', '2026-10-31 23:59:59');
SELECT tableoid::regclass AS partition, count(*), min(wiji_timestamp(id)) AS oldest FROM event GROUP BY 1 ORDER BY 1;
CALL drop_partitions_before('event', '2026-10-31 23:59:59');
-- One that ends at just that moment is older: its upper bound is exclusive.
CALL drop_partitions_before('event', '2026-11-01 00:00');
SELECT tableoid::regclass AS partition, count(*) FROM event GROUP BY 1 ORDER BY 1;

-- Names that need quotes, and a partition that stays because something refers to its rows.
CREATE SCHEMA "Odd Place";
CREATE TABLE "Odd Place"."Event" (id wiji PRIMARY KEY) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('"Odd Place"."Event"', '2026-08-01', '2026-10-01', '1 month');
INSERT INTO "Odd Place"."Event" VALUES (wiji_lower('2026-08-07 12:00'));
CREATE TABLE remark (event_id wiji REFERENCES "Odd Place"."Event");
INSERT INTO remark VALUES (wiji_lower('2026-08-07 12:00'));
SELECT code FROM failure($$CALL drop_partitions_before('"Odd Place"."Event"', '2026-12-01')$$);
SELECT count(*) FROM pg_inherits WHERE inhparent = '"Odd Place"."Event"'::regclass;
DELETE FROM remark;
CALL drop_partitions_before('"Odd Place"."Event"', '2026-12-01');
SELECT count(*) FROM pg_inherits WHERE inhparent = '"Odd Place"."Event"'::regclass;

DROP TABLE remark, event;
DROP TABLE "Odd Place"."Event";
DROP SCHEMA "Odd Place";
DROP PROCEDURE drop_partitions_before;
