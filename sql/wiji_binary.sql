-- Binary: the 16 bytes, in COPY, on the wire and as bytea.
SELECT wiji_send('000S94VR000002M6NWVVR14D2G');

-- COPY BINARY there and back, for a thousand IDs.
CREATE TEMP TABLE a AS SELECT wiji_generate() AS id FROM generate_series(1, 1000);
CREATE TEMP TABLE b (id wiji);
\copy a TO 'results/wiji_binary.data' (FORMAT binary)
\copy b FROM 'results/wiji_binary.data' (FORMAT binary)
SELECT count(*) FROM a JOIN b USING (id);

-- Anything but 16 bytes of version 1 is rejected with 22P03 and the reason.
SELECT what, f.* FROM (VALUES
	(1, '15 bytes', '\x0006524de00000002a1abcdef01234'),
	(2, '17 bytes', '\x0006524de00000002a1abcdef012345000'),
	(3, 'no bytes', '\x'),
	(4, 'version 0', '\x0006524de00000002a0abcdef0123450'),
	(5, 'version 7', '\x0006524de00000002a7abcdef0123450'),
	(6, 'version 15', '\x0006524de00000002afabcdef0123450')) AS v (n, what, bytes),
	failure(format('SELECT CAST(%L::bytea AS wiji)', bytes)) f ORDER BY n;
SELECT f.* FROM failure($$SELECT wiji('\x019d2257972f4a4eb6ea81d64ed08dfc'::bytea)$$) f;
SELECT f.code, f.detail FROM failure($$SELECT wiji(convert_to(repeat('0', 1048576), 'UTF8'))$$) f;
SELECT bytes, wiji_is_valid(bytes) FROM (VALUES
	('\x0006524de00000002a1abcdef0123450'::bytea), ('\x0006524de00000002a2abcdef0123450'),
	('\x0006524de00000002a1abcdef012345000'), ('\x00'), ('')) AS v (bytes);

-- COPY BINARY checks the file in the same way: here columns of uuid and of bytea in place of wiji.
TRUNCATE b;
\copy (SELECT uuid '019d2257-972f-4a4e-b6ea-81d64ed08dfc') TO 'results/wiji_binary.data' (FORMAT binary)
\copy b FROM 'results/wiji_binary.data' (FORMAT binary)
\copy (SELECT '\x0006524de00000002a1abcdef01234'::bytea) TO 'results/wiji_binary.data' (FORMAT binary)
\copy b FROM 'results/wiji_binary.data' (FORMAT binary)
\copy (SELECT '\x0006524de00000002a1abcdef0123450ff'::bytea) TO 'results/wiji_binary.data' (FORMAT binary)
\copy b FROM 'results/wiji_binary.data' (FORMAT binary)
\set VERBOSITY sqlstate
\copy b FROM 'results/wiji_binary.data' (FORMAT binary)
\set VERBOSITY default
\copy (SELECT '\x0006524de00000002a1abcdef0123450'::bytea) TO 'results/wiji_binary.data' (FORMAT binary)
\copy b FROM 'results/wiji_binary.data' (FORMAT binary)
SELECT * FROM b;
