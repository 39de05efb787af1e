# PostgreSQL 18 with wiji, the related types and change feeds.
#
#	docker build -t wiji .
#	docker run --rm -e POSTGRES_PASSWORD=secret -p 5432:5432 wiji
#
# Run CREATE EXTENSION wiji in each database that uses it; for change feeds, wiji_feed.
# Tested with buildah, on Debian's PostgreSQL 18 with the official image's entry point.

FROM postgres:18 AS build
RUN apt-get update \
	&& apt-get install -y --no-install-recommends gcc libc6-dev make "postgresql-server-dev-$PG_MAJOR"
COPY . /wiji
RUN make -C /wiji clean \
	&& make -C /wiji with_llvm=no \
	&& make -C /wiji with_llvm=no DESTDIR=/stage install

FROM postgres:18
COPY --from=build /stage/ /
# optional: sessions know the settings from their start, and need not load the library
CMD ["postgres", "-c", "shared_preload_libraries=wiji"]
