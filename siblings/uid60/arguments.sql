-- For tests that call all functions: settings that those of uid60 need (the first
-- before PostgreSQL 17, without preloading).
SET uid60.allow_duplicates = on;
SET uid60.max_clock_wait = 200;
