-- The extension works from a schema that is not on the search_path, without wiji, and may move.
DROP EXTENSION siq;
DROP EXTENSION wiji;
CREATE SCHEMA "Odd Place";
CREATE EXTENSION siq SCHEMA "Odd Place";
SET search_path = pg_catalog;
CREATE TABLE public.t (id "Odd Place".siq PRIMARY KEY DEFAULT "Odd Place".siq_generate('user'), n integer);
INSERT INTO public.t (n) SELECT generate_series(1, 1000);
SELECT count(DISTINCT id::uuid), count(DISTINCT id::text), count(DISTINCT id::numeric) FROM public.t;
SELECT n FROM public.t ORDER BY id LIMIT 1;
SELECT n FROM public.t WHERE id OPERATOR("Odd Place".=) (SELECT "Odd Place".min(id) FROM public.t);
CREATE SCHEMA elsewhere;
ALTER EXTENSION siq SET SCHEMA elsewhere;
INSERT INTO public.t (n) VALUES (1001);
SELECT count(*) FROM public.t WHERE elsewhere.siq_within(id, '[2020-01-01,)');
SELECT bool_or(plan ~ 'siq_within\(') AS left_to_the_function FROM public.plan($$SELECT * FROM public.t WHERE elsewhere.siq_within(id, '[2020-01-01,)')$$) AS plan;

-- It does not care for objects on a hostile path, even before pg_catalog.
CREATE SCHEMA trap;
CREATE FUNCTION trap.sprung() RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'trapped'; END$$;
CREATE FUNCTION trap.eq(elsewhere.siq, elsewhere.siq) RETURNS boolean LANGUAGE SQL AS 'SELECT trap.sprung()';
CREATE OPERATOR trap.= (LEFTARG = elsewhere.siq, RIGHTARG = elsewhere.siq, FUNCTION = trap.eq);
CREATE OPERATOR trap.< (LEFTARG = elsewhere.siq, RIGHTARG = elsewhere.siq, FUNCTION = trap.eq);
CREATE OPERATOR trap.>= (LEFTARG = elsewhere.siq, RIGHTARG = elsewhere.siq, FUNCTION = trap.eq);
CREATE FUNCTION trap.siq_within_lower(tstzrange) RETURNS elsewhere.siq LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::elsewhere.siq';
SET search_path = trap, pg_catalog, public, elsewhere;
INSERT INTO t (n) VALUES (1002);
SELECT n FROM t ORDER BY id DESC LIMIT 1;
SELECT count(*) FROM t WHERE elsewhere.siq_within(id, '[2020-01-01,)');
SELECT count(id::text::elsewhere.siq), count(id::uuid::elsewhere.siq), count(id::numeric::elsewhere.siq) FROM t;

-- Back to where the other tests expect it.
RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA elsewhere, trap, "Odd Place" CASCADE;
CREATE EXTENSION wiji;
CREATE EXTENSION siq;
SELECT extname FROM pg_extension WHERE extname IN ('siq', 'wiji') ORDER BY extname;
DROP TABLE t;
