-- A table in use becomes the first partition of a new one: docs/partitions.md, "From a plain table,
-- while it is in use".
--
--	psql -X -f migrate/partition.sql
--
-- A visit, a note that refers to it, and a moment stand for yours.  Write these into a copy.
--
-- It can be stopped at any moment, by whatever stops it, and goes on where it was when it is run
-- again.  It says for how long it has locked a table.
\set ON_ERROR_STOP on
\ir procedures.sql

SELECT pg_catalog.to_regclass('visit_before_2027') IS NULL AS todo \gset
\if :todo

-- 1.
CALL pg_temp.only_as_owner('visit', 'note');
CALL pg_temp.only_these_refer('visit', 'note_visit_id_fkey ON note');
CALL pg_temp.none_may_be('pg_index', $$to_regclass('visit_parent') IS NOT NULL OR to_regclass('visit_before_2027') IS NOT NULL$$, $$indrelid = 'visit'::regclass AND NOT indisvalid$$);
CALL pg_temp.briefly('visit', $$to_regclass('visit_parent') IS NOT NULL OR to_regclass('visit_before_2027') IS NOT NULL$$, $$
	CREATE TABLE visit_parent (LIKE visit INCLUDING ALL) PARTITION BY RANGE (id);
	ALTER TABLE visit_parent ADD CONSTRAINT visit_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer;
$$, 'customer');

-- 2.
CALL pg_temp.none_may_be('visit', $$pg_temp.has('visit', 'before_2027') OR to_regclass('visit_before_2027') IS NOT NULL$$, $$id IS NULL OR id >= wiji_lower('2027-01-01 00:00+00')$$);
CALL pg_temp.briefly('visit', $$pg_temp.has('visit', 'before_2027') OR to_regclass('visit_before_2027') IS NOT NULL$$, $$
	ALTER TABLE visit ADD CONSTRAINT before_2027 CHECK (id IS NOT NULL AND id < wiji_lower('2027-01-01 00:00+00')) NOT VALID;
$$);

-- 3.
ALTER TABLE visit VALIDATE CONSTRAINT before_2027;

-- 4.
CALL pg_temp.briefly('visit, note', $$to_regclass('visit_before_2027') IS NOT NULL$$, $$
	ALTER TABLE note RENAME CONSTRAINT note_visit_id_fkey TO old_visit_id_fkey;
	ALTER TABLE visit RENAME TO visit_before_2027;
	ALTER TABLE visit_parent RENAME TO visit;
	ALTER TABLE visit ATTACH PARTITION visit_before_2027
		FOR VALUES FROM (MINVALUE) TO (wiji_lower('2027-01-01 00:00+00'));
	ALTER TABLE visit_before_2027 DROP CONSTRAINT before_2027;
	ALTER TABLE note ADD CONSTRAINT note_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit NOT VALID;
	ALTER TABLE note DROP CONSTRAINT old_visit_id_fkey;
$$, 'customer', goes => '{before_2027,relkind,relam}');

\endif

-- 5.
ALTER TABLE note VALIDATE CONSTRAINT note_visit_id_fkey;
ANALYZE visit;
CALL wiji_maintain_partitions('visit', '1 month', '3 months', timezone => 'UTC');
