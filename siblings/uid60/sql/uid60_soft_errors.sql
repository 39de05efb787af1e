-- From PostgreSQL 16 on, text that is not an ID can be checked without an error.
SELECT text, pg_input_is_valid(text, 'uid60') AS valid, sql_error_code, detail FROM (VALUES
	('xiAnaS8QBh'),
	('xinaS8QBh'),
	('xiAnaS8QB+'),
	('inaS8QBh'),
	('')) v (text), pg_input_error_info(text, 'uid60');
