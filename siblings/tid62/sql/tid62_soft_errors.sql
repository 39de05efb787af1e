-- From PostgreSQL 16 on, text that is not an ID can be checked without an error.
SELECT text, pg_input_is_valid(text, 'tid62') AS valid, sql_error_code, detail FROM (VALUES
	('04XVaYIDfO3SmYAds'),
	('1f2SI9UJPXvb7vdJ1'),
	('1f2SI9UJPXvb7vdJ2'),
	('user-04XVaYIDfO3SmYAds'),
	('tid62'),
	('')) v (text), pg_input_error_info(text, 'tid62');
SELECT text, pg_input_is_valid(text, 'simpledb_id') AS valid, sql_error_code, detail FROM (VALUES
	('user-04XVaYIDfO3SmYAds'),
	('no id')) v (text), pg_input_error_info(text, 'simpledb_id');
