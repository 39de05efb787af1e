DROP FUNCTION wrong_bounds, wrong_within, day_of;
DROP TABLE kinds, near, ranges;
