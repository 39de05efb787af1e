-- The extension works from a schema that is not on the search_path, to which it may move.
SET client_min_messages = warning;
CREATE SCHEMA elsewhere;
ALTER EXTENSION wiji_feed SET SCHEMA elsewhere;
SET search_path = pg_catalog;
CREATE TABLE public.event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
SELECT elsewhere.wiji_create_feed('public.event');
INSERT INTO public.event DEFAULT VALUES;
SELECT elsewhere.wiji_horizon_bigint('public.event') > 0 AS horizon, elsewhere.wiji_feed_flaw('public.event') AS flaw;
DROP TABLE public.event;
RESET search_path;
ALTER EXTENSION wiji_feed SET SCHEMA public;
DROP SCHEMA elsewhere;
RESET client_min_messages;
