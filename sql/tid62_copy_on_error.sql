-- From PostgreSQL 17 on, COPY can leave out the rows whose tid62 is none.
CREATE TEMP TABLE t (n integer, id tid62);
COPY t FROM stdin (ON_ERROR ignore);
1	04XVaYIDfO3SmYAds
2	1f2SI9UJPXvb7vdJ2
3	1f2SI9UJPXvb7vdJ1
4	nonsense
\.
SELECT * FROM t;
