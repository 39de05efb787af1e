-- The prefix of a setting is reserved where its library is loaded: a session that does not use the
-- extension may have settings of its own there.
CREATE FUNCTION with_typo() RETURNS text SET uid60.typo = 'x' RETURN current_setting('uid60.typo');
\c
SELECT with_typo();
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
SELECT uid60_generate() IS NOT NULL AS generated;
SELECT with_typo();
DROP FUNCTION with_typo;
