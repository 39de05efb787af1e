-- Binary: the 8 bytes of the bigint, in COPY, on the wire and as bytea.
SELECT uid60_send('xiAnaS8QBh'), uid60_send('xiAnaS8QBh') = int8send(11093174944930914) AS as_bigint;

-- COPY BINARY there and back, for a thousand ids.
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
CREATE TEMP TABLE a AS SELECT uid60_generate() AS id FROM generate_series(1, 1000);
CREATE TEMP TABLE b (id uid60);
\copy a TO 'results/uid60_binary.data' (FORMAT binary)
\copy b FROM 'results/uid60_binary.data' (FORMAT binary)
SELECT count(*) FROM a JOIN b USING (id);

-- Anything but 8 bytes, or with more than 60 bits, is refused with 22P03 and the reason.
SELECT what, f.* FROM (VALUES
	(1, '7 bytes', '\x0027692f10061c'),
	(2, '9 bytes', '\x0027692f10061c6200'),
	(3, 'no bytes', '\x'),
	(4, '61 bits', '\x1000000000000000'),
	(5, 'a negative number', '\xffffffffffffffff'),
	(6, 'the smallest number', '\x8000000000000000')) AS v (n, what, bytes),
	failure(format('SELECT CAST(%L::bytea AS uid60)', bytes)) f ORDER BY n;

-- The smallest and the largest are accepted.
SELECT CAST(bytes AS uid60) AS id, CAST(bytes AS uid60)::bytea = bytes AS and_back
FROM (VALUES ('\x0000000000000000'::bytea), ('\x0fffffffffffffff')) AS v (bytes);

-- COPY BINARY distrusts the file just so: here columns of bigint and of integer pretend to be
-- uid60.
TRUNCATE b;
\copy (SELECT bigint '-1') TO 'results/uid60_binary.data' (FORMAT binary)
\copy b FROM 'results/uid60_binary.data' (FORMAT binary)
\copy (SELECT bigint '1152921504606846976') TO 'results/uid60_binary.data' (FORMAT binary)
\copy b FROM 'results/uid60_binary.data' (FORMAT binary)
\copy (SELECT 1) TO 'results/uid60_binary.data' (FORMAT binary)
\copy b FROM 'results/uid60_binary.data' (FORMAT binary)
\set VERBOSITY sqlstate
\copy b FROM 'results/uid60_binary.data' (FORMAT binary)
\set VERBOSITY default
\copy (SELECT bigint '1152921504606846975') TO 'results/uid60_binary.data' (FORMAT binary)
\copy b FROM 'results/uid60_binary.data' (FORMAT binary)
SELECT * FROM b;
