-- Defaults that extension uuidtime generates, if it is there.
\set there `test -d "$WIJI_TREE/siblings/uuidtime" && echo true || echo false`
\if :there
\else
\quit
\endif
CREATE EXTENSION uuidtime;
\set ECHO none
CREATE FUNCTION warning(columns text, arguments text, OUT warning text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TABLE t (%s); %s', split_part(columns, '; ', 1), split_part(columns, '; ', 2));
	BEGIN
		EXECUTE format('SELECT public.wiji_create_feed(''t'', %s)', arguments);
	EXCEPTION WHEN others THEN
		warning := SQLERRM;
	END;
	DROP TABLE t;
END $$;
CREATE FUNCTION layout("column" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	layout text;
BEGIN
	EXECUTE format('CREATE TABLE t (id %s UNIQUE)', "column");
	PERFORM public.wiji_create_feed('t', 'id');
	SELECT replace(encode(tgargs, 'escape'), '\000', ' ') INTO layout FROM pg_trigger WHERE tgrelid = 't'::regclass AND tgname ~ 'guard';
	DROP TABLE t;
	RETURN layout;
END $$;
CREATE DOMAIN v7_id AS uuid;
\set ECHO queries
\set VERBOSITY terse
-- Version 7, without a warning.
SELECT c AS column, layout(c) FROM unnest('{uuid DEFAULT uuidtime_v7(),v7_id DEFAULT uuidtime_v7()}'::text[]) c;
SELECT warning(c, a) FROM (VALUES
	('id uuid UNIQUE DEFAULT uuidtime_v7()', '''id'''), ('id v7_id UNIQUE DEFAULT uuidtime_v7()', '''id'''),
	('id uuid UNIQUE DEFAULT uuidtime_v6()', '''id'', changes => true')) v (c, a);
-- With one, also for a time of the caller's choice.
SELECT warning(c, a) FROM (VALUES
	('id uuid UNIQUE DEFAULT uuidtime_v7(now())', '''id'''), ('id uuid UNIQUE DEFAULT uuidtime_v7(clock_timestamp())', '''id'''),
	('id uuid UNIQUE DEFAULT nullif(uuidtime_v7(), NULL)', '''id'''), ('id uuid UNIQUE DEFAULT uuidtime_v6()', '''id'''),
	('id uuid UNIQUE DEFAULT uuidtime_v6()', '''id'', lag => ''1 s'''), ('id uuid UNIQUE DEFAULT uuidtime_v8()', '''id'''),
	('id uuid UNIQUE DEFAULT uuidtime_v8()', '''id'', lag => ''1 s'''), ('id uuid UNIQUE DEFAULT uuidtime_v7_draft()', '''id'''),
	('id uuid UNIQUE DEFAULT uuidtime_v7()', '''id'', layout => ''wiji''')) v (c, a);
\set VERBOSITY default
DROP DOMAIN v7_id;
DROP FUNCTION warning, layout;
DROP EXTENSION uuidtime;
