# wiji and the related types: make, make install, make installcheck.  One library, five extensions;
# and change feeds, an extension with a library of its own.

SIBLINGS = siq tid62 uid60 uuidtime

EXTENSION = wiji $(foreach s,$(SIBLINGS),siblings/$(s)/$(s))
# what creates an extension, and what updates it from a version to the next
DATA = $(call files,wiji--*.sql $(foreach s,$(SIBLINGS),siblings/$(s)/$(s)--*.sql))
MODULE_big = wiji

top = $(dir $(firstword $(MAKEFILE_LIST)))

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
	wiji_order \
	wiji_window \
	wiji_index \
	wiji_brin \
	wiji_gist \
	wiji_timestamp \
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
	wiji_generate_unpredictable \
	wiji_parallel \
	types_text \
	types_bounds \
	types_order \
	types_cast \
	types_generate \
	siq_generate \
	siq_make \
	tid62_generate \
	tid62_simpledb \
	uid60_estimate \
	uid60_generate \
	uuidtime \
	uuidtime_generate \
	uuidtime_draft \
	by_time \
	by_time_places \
	partitions \
	partitions_calendar \
	partitions_equal \
	partitions_foreign \
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
	catalog \
	encoding \
	docs \
	rights \
	hostile_calls \
	hostile_install \
	hostile_types \
	hostile_owner
# concurrent transactions, in test/isolation/specs/
ISOLATION_OPTS = --inputdir=$(srcdir)/test/isolation
ISOLATION = recipe_change_feed recipe_graph_locks partitions_at_once
# features of newer servers
REGRESS_16 = soft_errors
# tests that require shared memory, which 15 and 16 have if they preload wiji_feed: PRELOADED=yes
ISOLATION_17 = feed feed_cursor feed_partitions feed_dropped feed_lock feed_renamed
REGRESS_17 = \
	feed \
	feed_uuid \
	feed_sequence \
	feed_changes \
	feed_plan \
	feed_create \
	feed_create_rejects \
	feed_rejects \
	feed_clock \
	feed_flaws \
	feed_many \
	feed_list \
	feed_rights \
	feed_hostile
REGRESS_18 = wiji_skip wiji_without_overlaps uuidtime_server wiji_after_pg_upgrade uid60_after_pg_upgrade

EXTRA_CLEAN = tmp_check $(CORE_TESTS)

include $(top)build.mk

newer = $(shell test $(MAJORVERSION) -ge $(1) && echo yes)
has = $(or $(call newer,$(1)),$(if $(filter 17,$(1)),$(PRELOADED)))
REGRESS += $(foreach version,16 17 18,$(if $(call has,$(version)),$(REGRESS_$(version))))
ISOLATION += $(if $(call has,17),$(ISOLATION_17))

# wiji_feed is a library of its own: PGXS links one in each run.  It has objects in common with this one.
with_feed = all install uninstall clean
.PHONY: $(with_feed:%=feed-%)
$(with_feed): %: feed-%
feed-all: all-lib $(if $(filter yes,$(with_llvm)),$(OBJS:.o=.bc))
feed-install: feed-all
$(with_feed:%=feed-%): feed-%:
	$(MAKE) -f $(top)feed/Makefile VPATH= $*

# The core alone: make unit, corpus, reference
include $(top)test/core.mk

# Servers with clock steps, standbys, many sessions: make tap, as a user who may start servers
PROVE_TESTS = test/t/*.pl
.PHONY: tap
tap:
	$(prove_installcheck)

# The checksums of released scripts, which never change: make released adds those that are new.
scripts = $(call files,wiji--*.sql siblings/*/*--*.sql feed/wiji_feed--*.sql)
.PHONY: released
released:
	cd $(top) && touch test/released && \
		for script in $(scripts); do grep -q "  $$script$$" test/released || sha256sum $$script >>test/released; done

# The committed source, with checksums: make dist
DISTDIR = .
dist = wiji-$(shell sed -n 's/^   "version": "\(.*\)",$$/\1/p' $(top)META.json)
.PHONY: dist
dist:
	git -C $(srcdir) archive --prefix=$(dist)/ -o $(abspath $(DISTDIR))/$(dist).tar.gz HEAD
	TZ=UTC git -C $(srcdir) archive --prefix=$(dist)/ -o $(abspath $(DISTDIR))/$(dist).zip HEAD
	cd $(DISTDIR) && sha256sum $(dist).tar.gz $(dist).zip >$(dist).sha256
