-- From PostgreSQL 17 on, COPY can skip the rows whose wiji is not valid.
CREATE TEMP TABLE t (n integer, id wiji);
COPY t FROM stdin (ON_ERROR ignore);
1	06C303ZADDQW00040CG9PJ2GFV
2	06C303ZADDQW00E80000000C1S
3	o6c3o3zaddqwooo4ocg9pj2gfu
4	nonsense
\.
SELECT * FROM t;
