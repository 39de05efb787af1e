-- PostgreSQL's own test of uuid, run on a table of wijis and on a table of the same IDs as uuids:
-- the same rows, in the same order, the same counts and the same errors.
\set ECHO none
CREATE TABLE guid1_wiji (guid_field wiji, text_field text DEFAULT now());
CREATE TABLE guid2_wiji (guid_field wiji, text_field text DEFAULT now());
CREATE TABLE guid3_wiji (id serial, guid_field wiji);
CREATE TABLE guid1_uuid (guid_field uuid, text_field text DEFAULT now());
CREATE TABLE guid2_uuid (guid_field uuid, text_field text DEFAULT now());
CREATE TABLE guid3_uuid (id serial, guid_field uuid);

-- A statement is written once, with tables named guid1 to guid3; IDs are shown as uuids.
CREATE FUNCTION answer_of(statement text, type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
	n bigint;
BEGIN
	statement := regexp_replace(statement, '\m(guid[123])(?!_wiji|_uuid)', '\1_' || type, 'g');
	IF statement ~ '^SELECT' THEN
		EXECUTE format('SELECT string_agg(s::text, '' '') FROM (%s) s', statement) INTO result;
		RETURN result;
	END IF;
	EXECUTE statement;
	GET DIAGNOSTICS n = ROW_COUNT;
	RETURN n;
EXCEPTION WHEN others THEN
	RETURN SQLSTATE || ' ' || regexp_replace(SQLERRM, '_?' || type, '', 'g');
END $$;
CREATE FUNCTION both_answer(statement text, OUT wiji text, OUT uuid text) LANGUAGE sql AS $$
	SELECT answer_of(statement, 'wiji'), answer_of(statement, 'uuid');
$$;

CREATE TEMP TABLE s AS SELECT * FROM (VALUES
	-- text that is not an ID
	(1, $$INSERT INTO guid1 (guid_field) VALUES ('11111111-1111-1111-1111-111111111111F')$$),
	(2, $$INSERT INTO guid1 (guid_field) VALUES ('11111111-1111-1111-1111-11111111111')$$),
	(3, $$INSERT INTO guid1 (guid_field) VALUES ('111-11111-1111-1111-1111-111111111111')$$),
	(4, $$INSERT INTO guid1 (guid_field) VALUES ('22222222-2222-2222-2212-222222222222 ')$$),
	(5, $$INSERT INTO guid1 (guid_field) VALUES ('11111111-1111-1111-G111-111111111111')$$),
	(6, $$INSERT INTO guid1 (guid_field) VALUES ('11+11111-1111-1111-1111-111111111111')$$),
	-- IDs in two forms, and the rows that they find
	(11, $$INSERT INTO guid1 (guid_field) VALUES ('11111111-1111-1111-1111-111111111111')$$),
	(12, $$INSERT INTO guid1 (guid_field) VALUES ('22222222-2222-2222-2212-222222222222')$$),
	(13, $$INSERT INTO guid1 (guid_field) VALUES ('3f3e3c3b3a30393837163534331a2313')$$),
	(14, $$SELECT guid_field::uuid FROM guid1 ORDER BY guid_field$$),
	(15, $$SELECT guid_field::uuid FROM guid1 ORDER BY guid_field DESC$$),
	(16, $$SELECT count(*) FROM guid1 WHERE guid_field = '3f3e3c3b-3a30-3938-3716-3534331a2313'$$),
	(17, $$SELECT count(*) FROM guid1 WHERE guid_field <> '11111111111111111111111111111111'$$),
	(18, $$SELECT count(*) FROM guid1 WHERE guid_field < '22222222-2222-2222-2212-222222222222'$$),
	(19, $$SELECT count(*) FROM guid1 WHERE guid_field <= '22222222-2222-2222-2212-222222222222'$$),
	(20, $$SELECT count(*) FROM guid1 WHERE guid_field > '22222222-2222-2222-2212-222222222222'$$),
	(21, $$SELECT count(*) FROM guid1 WHERE guid_field >= '22222222-2222-2222-2212-222222222222'$$),
	-- indexes
	(31, $$CREATE INDEX guid1_btree ON guid1 USING btree (guid_field)$$),
	(32, $$DROP INDEX guid1_btree$$),
	(33, $$CREATE INDEX guid1_hash ON guid1 USING hash (guid_field)$$),
	(34, $$DROP INDEX guid1_hash$$),
	(35, $$CREATE UNIQUE INDEX guid1_unique ON guid1 USING btree (guid_field)$$),
	(36, $$SELECT count(*) FROM guid1 WHERE guid_field <> '11111111111111111111111111111111'$$
		|| $$ OR guid_field <> '3f3e3c3b-3a30-3938-3716-3534331a2313'$$),
	(37, $$SELECT count(*) FROM guid1 WHERE guid_field <= '22222222-2222-2222-2212-222222222222'$$
		|| $$ OR guid_field <= '11111111111111111111111111111111'$$
		|| $$ OR guid_field <= '3f3e3c3b-3a30-3938-3716-3534331a2313'$$),
	(38, $$SELECT count(*) FROM guid1 WHERE guid_field = '3f3e3c3b-3a30-3938-3716-3534331a2313'$$
		|| $$ OR guid_field = '11111111111111111111111111111111'$$),
	(39, $$INSERT INTO guid1 (guid_field) VALUES ('11111111-1111-1111-1111-111111111111')$$),
	-- joins
	(51, $$INSERT INTO guid1 (guid_field) VALUES ('44444444-4444-4444-4414-444444444444')$$),
	(52, $$INSERT INTO guid2 (guid_field) VALUES ('11111111-1111-1111-1111-111111111111'),$$
		|| $$ ('22222222-2222-2222-2212-222222222222'), ('3f3e3c3b3a30393837163534331a2313')$$),
	(53, $$SELECT count(*) FROM guid1 g1 INNER JOIN guid2 g2 ON g1.guid_field = g2.guid_field$$),
	(54, $$SELECT count(*) FROM guid1 g1 LEFT JOIN guid2 g2 ON g1.guid_field = g2.guid_field$$
		|| $$ WHERE g2.guid_field IS NULL$$),
	(55, $$SELECT count(*) FROM guid1_wiji g1 JOIN guid2 g2 ON g1.guid_field = g2.guid_field$$),
	(56, $$SELECT count(*) FROM guid1_uuid g1 LEFT JOIN guid2 g2 USING (guid_field) WHERE g2.guid_field IS NULL$$),
	-- generating: different, and in order
	(71, $$TRUNCATE guid1$$),
	(72, $$INSERT INTO guid1 (guid_field) SELECT wiji_generate() FROM generate_series(1, 3)$$),
	(73, $$SELECT count(DISTINCT guid_field) FROM guid1$$),
	(74, $$INSERT INTO guid3 (guid_field) SELECT wiji_generate() FROM generate_series(1, 10)$$),
	(75, $$SELECT array_agg(id ORDER BY guid_field) FROM guid3$$)) s (n, statement);
\set ECHO all
SELECT statement, t.wiji, t.wiji IS NOT DISTINCT FROM t.uuid AS as_uuid
FROM (SELECT * FROM s ORDER BY n) s, both_answer(statement) t;

DROP FUNCTION both_answer, answer_of;
DROP TABLE guid1_wiji, guid2_wiji, guid3_wiji, guid1_uuid, guid2_uuid, guid3_uuid;
