-- The extensions are created and work with any encoding of a database.
SELECT current_database() AS here,
       string_agg(format('CREATE EXTENSION IF NOT EXISTS %I CASCADE;', extension), ' ') AS create_all FROM room \gset
SET client_min_messages = warning;
DROP DATABASE IF EXISTS regress_wiji_encoding; -- left by an interrupted run
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
CREATE DATABASE regress_wiji_encoding
	ENCODING 'EUC_JP' TEMPLATE template0 LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C';
\c regress_wiji_encoding
\set ECHO none
SET client_min_messages = warning;
:create_all
\i :helpers
\set ECHO all
SELECT pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database();
-- texts that are not read back
SELECT * FROM each_type('SELECT id FROM TYPE_lower(now()) id WHERE id::text::TYPE <> id');
\c :here
DROP DATABASE regress_wiji_encoding;

CREATE DATABASE regress_wiji_encoding
	ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C';
\c regress_wiji_encoding
\set ECHO none
SET client_min_messages = warning;
:create_all
\i :helpers
\set ECHO all
SELECT pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database();
SELECT * FROM each_type('SELECT id FROM TYPE_lower(now()) id WHERE id::text::TYPE <> id');
\c :here
DROP DATABASE regress_wiji_encoding;
