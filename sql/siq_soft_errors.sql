-- From PostgreSQL 16 on, text that is no siq can be asked about without an error.
SELECT text, pg_input_is_valid(text, 'siq') AS valid
FROM (VALUES ('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah'), ('iuxvojaaf4c6s6aaaaaaaaaaaaaah'), ('005E0BD2F0000000000000000007'),
             ('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag'), ('short'), ('')) AS v (text);
SELECT message, detail, sql_error_code FROM pg_input_error_info('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag', 'siq');
SELECT detail FROM pg_input_error_info('did:siq:zuxvojaaf4c6s6aaaaaaaaaaaaaah', 'siq');
SELECT detail FROM pg_input_error_info('did:siq', 'siq');
