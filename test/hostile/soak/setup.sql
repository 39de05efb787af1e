CREATE EXTENSION wiji; CREATE EXTENSION siq; CREATE EXTENSION tid62; CREATE EXTENSION uid60; CREATE EXTENSION uuidtime;
CREATE TABLE slots (n integer PRIMARY KEY, w wiji NOT NULL, s siq, t tid62, u uid60, v uuid) WITH (fillfactor = 50);
INSERT INTO slots SELECT n, wiji_generate() FROM generate_series(1, 20000) n;
CREATE INDEX ON slots (w);
CREATE INDEX ON slots USING hash (s);
CREATE INDEX ON slots (t);
CREATE INDEX ON slots (u);
CREATE INDEX ON slots USING gist (w);
CREATE FUNCTION rejected(statement text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	RETURN false;
EXCEPTION WHEN others THEN
	RETURN true;
END $$;
VACUUM ANALYZE;
