-- From PostgreSQL 16 on, text that is not an ID can be checked without an error.
SELECT text, pg_input_is_valid(text, 'wiji') AS valid, sql_error_code, detail FROM (VALUES
	('06C303ZADDQW00040CG9PJ2GFV'),
	('0660c03f-a9ad-bf00-0010-0c826d2141fb'),
	('06C303ZADDQW00E80000000C1S'),
	('86C303ZADDQW00E40000000C1S'),
	('{06C303ZADDQW00E40000000C1S'),
	('wiji'),
	('')) v (text), pg_input_error_info(text, 'wiji');
-- The message is that of the error.
SELECT message FROM pg_input_error_info('wiji', 'wiji');
