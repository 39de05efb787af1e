-- For tests that call all functions: values for arguments of siq's, and settings.
SET siq.max_clock_wait = 200;
INSERT INTO arguments VALUES ('text', $$'user'$$), ('text', $$'content'$$), ('text', $$'did:siq:'$$), ('text', $$'example.com'$$);
