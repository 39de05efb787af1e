DROP VIEW other_outcomes;
DROP FUNCTION outcome_of, in_schema;
DROP TABLE calls, generators;
