-- The alarms of docs/partitions.md, on tables of every shape: true is an alarm, and none is null.
SET client_min_messages = warning;
SET TimeZone = 'UTC';
CREATE SCHEMA alarms;
SET search_path = alarms, public;
\getenv tree WIJI_TREE
\set uncovered `cd "$WIJI_TREE" && sh test/block Monitoring 1 partitions`
\set in_default `cd "$WIJI_TREE" && sh test/block Monitoring 2 partitions`
\set not_dropped `cd "$WIJI_TREE" && sh test/block Monitoring 3 partitions`
CREATE FUNCTION alarm(query text, parent text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	answer boolean;
BEGIN
	EXECUTE replace(replace(query, '''event''', quote_literal(parent)), ';', '') INTO STRICT answer;
	RETURN answer;
END $$;
CREATE FUNCTION months(parent regclass, first integer, last integer) RETURNS void LANGUAGE sql AS $$
	SELECT wiji_create_partitions(parent, now() + first * interval '1 month', now() + last * interval '1 month', '1 month', 'UTC')
$$;
\set ECHO none
CREATE TABLE healthy (id uuid) PARTITION BY RANGE (id);
SELECT FROM months('healthy', -11, 3);
CREATE TABLE no_partitions (id uuid) PARTITION BY RANGE (id);
CREATE TABLE only_default (id uuid) PARTITION BY RANGE (id);
CREATE TABLE only_default_rest PARTITION OF only_default DEFAULT;
CREATE TABLE with_default (id uuid) PARTITION BY RANGE (id);
CREATE TABLE with_default_rest PARTITION OF with_default DEFAULT;
SELECT FROM months('with_default', -1, 3);
CREATE TABLE full_default (id uuid) PARTITION BY RANGE (id);
CREATE TABLE full_default_rest PARTITION OF full_default DEFAULT;
INSERT INTO full_default VALUES (first_id('1999-01-01'));
SELECT FROM months('full_default', -1, 3);
CREATE TABLE until_tomorrow (id uuid) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('until_tomorrow', now() - interval '1 day', now() + interval '1 day', '1 day', 'UTC') \g /dev/null
CREATE TABLE hole (id uuid) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('hole', now() - interval '1 day', now() + interval '3 days', '1 day', 'UTC'),
	wiji_create_partitions('hole', now() + interval '6 days', now() + interval '70 days', '1 day', 'UTC') \g /dev/null
CREATE TABLE with_maxvalue (id uuid) PARTITION BY RANGE (id);
SELECT FROM months('with_maxvalue', -1, 0);
DO $$
DECLARE
	last CONSTANT timestamptz := (SELECT max(upper) FROM wiji_partitions('with_maxvalue'));
BEGIN
	EXECUTE format('CREATE TABLE with_maxvalue_rest PARTITION OF with_maxvalue FOR VALUES FROM (%L) TO (MAXVALUE)', first_id(last));
END $$;
CREATE TABLE prefixes (id uuid) PARTITION BY RANGE (id);
CREATE TABLE prefixes_0 PARTITION OF prefixes FOR VALUES FROM (MINVALUE) TO ('80000000-0000-0000-0000-000000000000');
CREATE TABLE prefixes_8 PARTITION OF prefixes FOR VALUES FROM ('80000000-0000-0000-0000-000000000000') TO (MAXVALUE);
CREATE TABLE never_dropped (id uuid) PARTITION BY RANGE (id);
SELECT FROM months('never_dropped', -15, 3);
CREATE TABLE in_the_past (id uuid) PARTITION BY RANGE (id);
SELECT FROM months('in_the_past', -6, -3);
\set ECHO all
SELECT parent, alarm(:'uncovered', parent) AS uncovered, alarm(:'in_default', parent) AS in_default, alarm(:'not_dropped', parent) AS not_dropped
FROM unnest('{healthy,no_partitions,only_default,with_default,full_default,until_tomorrow,hole,with_maxvalue,prefixes,never_dropped,in_the_past}'::text[]) parent;
SET client_min_messages = error;
DROP SCHEMA alarms CASCADE;
