# PostgreSQL 18 with wiji and its siblings.
#
#	docker build -t wiji .
#	docker run --rm -e POSTGRES_PASSWORD=secret -p 5432:5432 wiji
#
# Every new database of it can CREATE EXTENSION wiji.
# Built with buildah and run, on Debian's PostgreSQL 18 with the official image's entry point.

FROM postgres:18 AS build
RUN apt-get update \
	&& apt-get install -y --no-install-recommends gcc libc6-dev make "postgresql-server-dev-$PG_MAJOR"
COPY . /wiji
RUN make -C /wiji clean \
	&& make -C /wiji with_llvm=no \
	&& make -C /wiji with_llvm=no DESTDIR=/stage install

FROM postgres:18
COPY --from=build /stage/ /
# so that a session knows the settings from its start, and need not load the library; nothing else needs it
CMD ["postgres", "-c", "shared_preload_libraries=wiji"]
