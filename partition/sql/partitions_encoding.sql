-- The names of partitions are truncated by characters, in any encoding.
SELECT current_database() AS here \gset
SET client_min_messages = warning;
DROP DATABASE IF EXISTS regress_wiji_encoding; -- left by an interrupted run
SELECT $$
CREATE EXTENSION wiji_partition;
SELECT pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database();
CREATE TABLE a12345678901234567890123456789012345678_日本語日本語 (id uuid) PARTITION BY RANGE (id);
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
