-- Binary: the 12 bytes, in COPY, on the wire and as bytea.
SELECT tid62_send('04XVaYIDfO3SmYAds');

-- COPY BINARY there and back, for a thousand ids.
CREATE TEMP TABLE a AS SELECT tid62_generate() AS id FROM generate_series(1, 1000);
CREATE TEMP TABLE b (id tid62);
\copy a TO 'results/tid62_binary.data' (FORMAT binary)
\copy b FROM 'results/tid62_binary.data' (FORMAT binary)
SELECT count(*) FROM a JOIN b USING (id);

-- Any 12 bytes are an id; any other length is refused with 22P03 and the reason.
SELECT tid62(bytea '\x000000000000000000000000') AS smallest, tid62(bytea '\xffffffffffffffffffffffff') AS largest;
SELECT f.*
FROM (VALUES (1, '\x0b47ddc000000000000000'), (2, '\x0b47ddc0000000000000000000'), (3, '\x')) AS v (n, bytes),
	failure(format('SELECT CAST(%L::bytea AS tid62)', bytes)) f ORDER BY n;
SELECT f.code, f.detail FROM failure($$SELECT tid62(convert_to(repeat('0', 1048576), 'UTF8'))$$) f;

-- COPY BINARY distrusts the file just so: here columns of uuid and of bytea pretend to be tid62.
TRUNCATE b;
\copy (SELECT uuid '019d2257-972f-7a4e-b6ea-81d64ed08dfc') TO 'results/tid62_binary.data' (FORMAT binary)
\copy b FROM 'results/tid62_binary.data' (FORMAT binary)
\copy (SELECT '\x0b47ddc0'::bytea) TO 'results/tid62_binary.data' (FORMAT binary)
\copy b FROM 'results/tid62_binary.data' (FORMAT binary)
\copy (SELECT '\x0b47ddc00000000000000000'::bytea) TO 'results/tid62_binary.data' (FORMAT binary)
\copy b FROM 'results/tid62_binary.data' (FORMAT binary)
SELECT * FROM b;
