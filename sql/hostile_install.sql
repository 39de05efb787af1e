-- CREATE EXTENSION, by a superuser, into a schema where an attacker has been before: none of
-- what was planted there is run, or becomes a part of the extension.

SET client_min_messages = warning;
DROP EXTENSION IF EXISTS wiji, siq, tid62, uid60, uuidtime CASCADE;
DROP ROLE IF EXISTS regress_hostile; -- of a run that was ended
CREATE ROLE regress_hostile;
CREATE SCHEMA planted;
GRANT ALL ON SCHEMA planted TO regress_hostile;
SET ROLE regress_hostile;
SET search_path = planted;
CREATE TABLE sprung (what text);

-- Functions of each name that the server has and operators of each, for arguments that fit the
-- scripts' own better than the server's do: pg_catalog comes first, but an exact match comes before that.
CREATE DOMAIN planted.text AS pg_catalog.text CHECK (planted.spring(VALUE) IS NULL);
