-- From PostgreSQL 16 on, text that is no wiji can be asked about without an error.
SELECT text, pg_input_is_valid(text, 'wiji') AS valid
FROM (VALUES ('06C303ZADDQW00040CG9PJ2GFV'), ('0660c03f-a9ad-bf00-0010-0c826d2141fb'),
             ('06C303ZADDQW00E80000000C1S'), ('short'), ('')) AS v (text);
SELECT message, detail, sql_error_code FROM pg_input_error_info('06C303ZADDQW00E80000000C1S', 'wiji');
SELECT message, detail, sql_error_code FROM pg_input_error_info('wiji', 'wiji');
SELECT detail FROM pg_input_error_info('86C303ZADDQW00E40000000C1S', 'wiji');
SELECT detail FROM pg_input_error_info('{06C303ZADDQW00E40000000C1S', 'wiji');
