-- The roles of the tools, with schemas for what they load.
SET client_min_messages = warning;
DO $$
BEGIN
	CREATE ROLE loader_of_table LOGIN;
	CREATE ROLE loader_of_view LOGIN;
EXCEPTION WHEN duplicate_object THEN
END $$;
ALTER ROLE loader_of_table PASSWORD :'password';
ALTER ROLE loader_of_view PASSWORD :'password';
CREATE SCHEMA from_table AUTHORIZATION loader_of_table;
CREATE SCHEMA from_view AUTHORIZATION loader_of_view;
GRANT CREATE ON DATABASE :"database" TO loader_of_table, loader_of_view;
