-- The extensions are created and work with any encoding of a database.
SELECT current_database() AS here \gset
SET client_min_messages = warning;
DROP DATABASE IF EXISTS regress_wiji_encoding; -- left by an interrupted run
SELECT $$
CREATE EXTENSION wiji;
CREATE EXTENSION siq;
CREATE EXTENSION tid62;
CREATE EXTENSION uid60;
CREATE EXTENSION uuidtime;
SELECT pg_encoding_to_char(encoding) AS encoding, id = id::text::wiji AS wiji FROM pg_database, wiji_generate() id
WHERE datname = current_database();

-- The name of this table has to be truncated for its partitions.
CREATE TABLE a12345678901234567890123456789012345678_日本語日本語 (id wiji) PARTITION BY RANGE (id);
SELECT count(*)
FROM wiji_create_partitions('a12345678901234567890123456789012345678_日本語日本語', '2026-11-01 00:00+00',
                            '2026-11-02 00:00+00', '1 hour');
SELECT max(octet_length(relname::text)) AS longest FROM pg_class WHERE relispartition;
$$ AS try \gset

CREATE DATABASE regress_wiji_encoding
	ENCODING 'EUC_JP' TEMPLATE template0 LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C';
\c regress_wiji_encoding
:try
\c :here
DROP DATABASE regress_wiji_encoding;

CREATE DATABASE regress_wiji_encoding
	ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C';
\c regress_wiji_encoding
:try
\c :here
DROP DATABASE regress_wiji_encoding;
