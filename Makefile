# wiji and the related types: make, make install, make installcheck.  One library, five extensions.

SIBLINGS = siq tid62 uid60 uuidtime

EXTENSION = wiji $(foreach s,$(SIBLINGS),siblings/$(s)/$(s))
DATA = wiji--1.0.sql $(foreach s,$(SIBLINGS),siblings/$(s)/$(s)--1.0.sql)
MODULE_big = wiji

# files PATTERN...: source files; the library may be built in another folder
source = $(dir $(firstword $(MAKEFILE_LIST)))
files = $(patsubst $(source)%,%,$(wildcard $(addprefix $(source),$(1))))

OBJS = $(patsubst %.c,%.o,$(call files,wiji.c src/*.c src/*/*.c siblings/*/*.c))

# One test contains text that requires UTF8.
REGRESS_OPTS = --encoding=UTF8
REGRESS = \
	install \
	wiji_text \
	wiji_binary \
	wiji_reading \
	wiji_reports \
	conformance \
	wiji_make \
	wiji_order \
	wiji_sort \
	wiji_window \
	wiji_hash \
	wiji_index \
	wiji_brin \
	wiji_gist \
	wiji_gin \
	wiji_timestamp \
	wiji_timestamp_plan \
	wiji_within \
	wiji_plan \
	wiji_estimate \
	wiji_row_security \
	wiji_partition \
	wiji_cast \
	wiji_uuid \
	wiji_parameter \
	wiji_like_uuid \
	wiji_generate \
	wiji_backfill \
	wiji_factory \
	wiji_generator \
	wiji_generate_unpredictable \
	wiji_parallel \
	types_text \
	types_bounds \
	types_order \
	types_cast \
	types_generate \
	siq_domain \
	siq_generate \
	siq_make \
	tid62_generate \
	tid62_simpledb \
	uid60_estimate \
	uid60_generate \
	uuidtime \
	uuidtime_generate \
	uuidtime_draft \
	uuidtime_v8 \
	by_time \
	by_time_places \
	partitions \
	partitions_calendar \
	partitions_equal \
	errors \
	recipe_feed \
	recipe_keys \
	recipe_future \
	recipe_pages \
	recipe_public_ids \
	unchanged \
	portable \
	hostile_portable \
	schemas \
	bounds_read_back \
	catalog \
	encoding \
	docs \
	hostile_calls \
	hostile_install \
	hostile_owner
# concurrent transactions, in test/isolation/specs/
ISOLATION_OPTS = --inputdir=$(srcdir)/test/isolation
ISOLATION = recipe_change_feed partitions_at_once
# tests that require shared memory without preloading
ISOLATION_17 = feed feed_cursor
# features of newer servers
REGRESS_16 = soft_errors
REGRESS_17 = \
	feed \
	feed_plan \
	feed_create \
	feed_create_rejects \
	feed_rejects \
	feed_many \
	feed_ahead \
	feed_flaws \
	feed_types \
	feed_sequence \
	feed_changes \
	feed_rights \
	feed_attack \
	wiji_copy_on_error
REGRESS_18 = wiji_skip wiji_without_overlaps uuidtime_server wiji_after_pg_upgrade uid60_after_pg_upgrade

EXTRA_CLEAN = tmp_check $(OBJS:.o=.d) $(CORE_TESTS)

# The library exports only its SQL functions; PGXS before 16 does not ensure that.
SHLIB_EXPORTS = src/exports.txt
# The compiler records the headers of each object.
PG_CFLAGS = -MMD -MP
# Resolve the library's own functions at link time.  Otherwise a session that loads it would search
# the server and all of its libraries for them first.  (ELF only.  With -Bsymbolic it would search
# the library first, even for the server's functions.)
SHLIB_LINK = $(if $(filter darwin win32 cygwin,$(PORTNAME)),,-Wl,-Bsymbolic-functions)
# Suppress warnings about the server's headers.
PG_CPPFLAGS = -I$(source) -I$(source)src -isystem $(includedir_server)

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# A build in another folder finds the sources, but no files that were built next to them.
VPATH =
vpath %.c $(srcdir)
vpath %.txt $(srcdir)
vpath %.h $(srcdir)
vpath %.control $(srcdir)

newer = $(shell test $(MAJORVERSION) -ge $(1) && echo yes)
REGRESS += $(foreach version,16 17 18,$(if $(call newer,$(version)),$(REGRESS_$(version))))
ISOLATION += $(if $(call newer,17),$(ISOLATION_17))

# Objects for one version of the server must not be linked or installed for another.
BUILT_FOR = built-for-$(MAJORVERSION)
EXTRA_CLEAN += built-for-*

$(BUILT_FOR):
	@rm -f built-for-* && touch $@

-include $(OBJS:.o=.d)
# an object without recorded headers depends on all of them
$(filter-out $(patsubst %.d,%.o,$(wildcard $(OBJS:.o=.d))),$(OBJS)): $(call files,src/*.h src/*/*.h siblings/*/*.h)
$(OBJS:.o=.bc): %.bc: %.o
$(OBJS): $(BUILT_FOR) | folders

# A build in another folder has the same folders.
.PHONY: folders
folders:
	@mkdir -p $(sort $(dir $(OBJS)))

# The core alone: make unit, corpus, reference
include $(source)test/core.mk

# Servers with clock steps, standbys, many sessions: make tap, as a user who may start servers
PROVE_TESTS = test/t/*.pl
.PHONY: tap
tap:
	$(prove_installcheck)

# The committed source: make dist
DISTDIR = .
dist = wiji-$(shell sed -n 's/^   "version": "\(.*\)",$$/\1/p' $(source)META.json)
.PHONY: dist
dist:
	git -C $(srcdir) archive --prefix=$(dist)/ -o $(abspath $(DISTDIR))/$(dist).tar.gz HEAD
	git -C $(srcdir) archive --prefix=$(dist)/ -o $(abspath $(DISTDIR))/$(dist).zip HEAD
