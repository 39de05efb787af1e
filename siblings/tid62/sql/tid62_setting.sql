-- The prefix of a setting is reserved where its library is loaded: a session that does not use the
-- extension may have settings of its own there.
CREATE FUNCTION with_typo() RETURNS text SET tid62.typo = 'x' RETURN current_setting('tid62.typo');
\c
SELECT with_typo();
SELECT tid62_generate() IS NOT NULL AS generated;
SELECT with_typo();
DROP FUNCTION with_typo;
