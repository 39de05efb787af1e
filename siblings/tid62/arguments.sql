-- For tests that call all functions: values for arguments of those of tid62.
INSERT INTO arguments VALUES ('text', $$'a-b-c'$$), ('text', $$repeat('-', 22)$$);
