-- From PostgreSQL 16 on, text that is no uid60 can be asked about without an error.
SELECT text, pg_input_is_valid(text, 'uid60') AS valid
FROM (VALUES ('xiAnaS8QBh'), ('xinaS8QBh'), ('xiAnaS8QB+'), ('short'), ('')) AS v (text);
SELECT message, detail, sql_error_code FROM pg_input_error_info('inaS8QBh', 'uid60');
SELECT message, detail, sql_error_code FROM pg_input_error_info('xiAnaS8QB+', 'uid60');
