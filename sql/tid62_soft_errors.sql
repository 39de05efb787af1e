-- From PostgreSQL 16 on, text that is no tid62 can be asked about without an error.
SELECT text, pg_input_is_valid(text, 'tid62') AS valid
FROM (VALUES ('04XVaYIDfO3SmYAds'), ('1f2SI9UJPXvb7vdJ1'), ('1f2SI9UJPXvb7vdJ2'), ('short'), ('')) AS v (text);
SELECT message, detail, sql_error_code FROM pg_input_error_info('1f2SI9UJPXvb7vdJ2', 'tid62');
SELECT message, detail, sql_error_code FROM pg_input_error_info('tid62', 'tid62');
SELECT detail FROM pg_input_error_info('user-04XVaYIDfO3SmYAds', 'tid62');
SELECT id, pg_input_is_valid(id, 'simpledb_id') AS valid FROM (VALUES ('user-04XVaYIDfO3SmYAds'), ('no id')) AS v (id);
