-- From PostgreSQL 16 on, text that is not an ID can be checked without an error.
\set ECHO none
SELECT type, text, pg_input_is_valid(text, type) AS valid, sql_error_code, detail
FROM (VALUES
	('wiji', '06C303ZADDQW00040CG9PJ2GFV'),
	('wiji', '0660c03f-a9ad-bf00-0010-0c826d2141fb'),
	('wiji', '06C303ZADDQW00E80000000C1S'),
	('wiji', '86C303ZADDQW00E40000000C1S'),
	('wiji', '{06C303ZADDQW00E40000000C1S'),
	('wiji', 'wiji'),
	('wiji', ''),
	('siq', 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('siq', 'iuxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('siq', '005E0BD2F0000000000000000007'),
	('siq', 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag'),
	('siq', 'did:siq:zuxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('siq', 'did:siq'),
	('siq', ''),
	('tid62', '04XVaYIDfO3SmYAds'),
	('tid62', '1f2SI9UJPXvb7vdJ1'),
	('tid62', '1f2SI9UJPXvb7vdJ2'),
	('tid62', 'user-04XVaYIDfO3SmYAds'),
	('tid62', 'tid62'),
	('tid62', ''),
	('simpledb_id', 'user-04XVaYIDfO3SmYAds'),
	('simpledb_id', 'no id'),
	('uid60', 'xiAnaS8QBh'),
	('uid60', 'xinaS8QBh'),
	('uid60', 'xiAnaS8QB+'),
	('uid60', 'inaS8QBh'),
	('uid60', '')) v (type, text), pg_input_error_info(text, type);
\set ECHO all
-- The message is that of the error.
SELECT message FROM pg_input_error_info('wiji', 'wiji');
