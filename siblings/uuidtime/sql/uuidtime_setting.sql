-- The prefix of a setting is reserved where its library is loaded: a session that does not use the
-- extension may have settings of its own there.
CREATE FUNCTION with_typo() RETURNS text SET uuidtime.typo = 'x' RETURN current_setting('uuidtime.typo');
\c
SELECT with_typo();
SELECT uuidtime_v7() IS NOT NULL AS generated;
SELECT with_typo();
DROP FUNCTION with_typo;
