-- For tests that call all functions: values for arguments of those of partitions.  (now())
INSERT INTO arguments VALUES ('regprocedure', '1299::oid');
