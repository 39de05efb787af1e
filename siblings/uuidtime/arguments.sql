-- For tests that call all functions: values for arguments of those of uuidtime, and a setting.
SET uuidtime.max_clock_wait = 200;
INSERT INTO arguments VALUES ('text', $$'us'$$), ('text', $$'ns'$$);
