-- From PostgreSQL 16 on, text that is not an ID can be checked without an error.
SELECT text, pg_input_is_valid(text, 'siq') AS valid, sql_error_code, detail FROM (VALUES
	('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('iuxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('005E0BD2F0000000000000000007'),
	('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag'),
	('did:siq:zuxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('did:siq'),
	('')) v (text), pg_input_error_info(text, 'siq');
