-- The prefix of a setting is reserved where its library is loaded: a session that does not use the
-- extension may have settings of its own there.
CREATE FUNCTION with_typo() RETURNS text SET wiji.typo = 'x' RETURN current_setting('wiji.typo');
\c
SELECT with_typo();
SELECT wiji_generate() IS NOT NULL AS generated;
SELECT with_typo();
DROP FUNCTION with_typo;
