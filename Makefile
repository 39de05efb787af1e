# Extension wiji, the type: make, make install, make installcheck.  The same commands build and install the
# other rooms, whose tests their own Makefiles run: make -f siblings/siq/Makefile installcheck.

# A room is an extension with all that belongs to it.  To remove one, delete its folder, its line here
# and its entry in META.json.
ROOMS += feed
ROOMS += partition
ROOMS += siblings/siq
ROOMS += siblings/tid62
ROOMS += siblings/uid60
ROOMS += siblings/uuidtime

room =
top = $(dir $(firstword $(MAKEFILE_LIST)))
USES = $(patsubst %.c,%.o,$(filter-out src/shared/%,$(call files,src/*.c src/*/*.c)))

REGRESS = \
	install \
	wiji_text \
	wiji_binary \
	wiji_reading \
	wiji_reports \
	conformance \
	wiji_order \
	wiji_by_time \
	wiji_window \
	wiji_index \
	wiji_brin \
	wiji_gist \
	wiji_timestamp \
	wiji_plan \
	wiji_estimate \
	wiji_row_security \
	wiji_partition \
	wiji_cast \
	wiji_catalog \
	wiji_errors \
	wiji_setting \
	wiji_uuid \
	wiji_parameter \
	wiji_like_uuid \
	wiji_generate \
	wiji_backfill \
	wiji_factory \
	wiji_generate_unpredictable \
	wiji_parallel \
	recipe_feed \
	recipe_keys \
	recipe_future \
	recipe_pages \
	recipe_public_ids \
	portable \
	hostile_portable
REGRESS_16 = wiji_soft_errors
REGRESS_18 = wiji_skip wiji_without_overlaps wiji_after_pg_upgrade
ISOLATION = recipe_change_feed

EXTRA_CLEAN = tmp_check $(CORE_TESTS)

include $(top)build.mk

# The other rooms are PGXS runs of their own, because each links one library.  They run one after the
# other in this folder: they have objects in common.
with_rooms = all install uninstall clean
.PHONY: $(with_rooms:%=rooms-%)
$(with_rooms): %: rooms-%
rooms-all: all-lib $(if $(filter yes,$(with_llvm)),$(OBJS:.o=.bc))
rooms-install: rooms-all
$(with_rooms:%=rooms-%): rooms-%:
	@for room in $(ROOMS); do $(MAKE) -f $(top)$$room/Makefile VPATH= $* || exit; done

# The core alone: make unit, corpus, reference
include $(top)test/core.mk

# The checksums of released scripts, which never change: make released adds those that are new to the
# list of their room.
.PHONY: released
released:
	cd $(top) && for script in $(call files,wiji--*.sql $(ROOMS:%=%/*--*.sql)); do \
		list=$$(dirname $$script)/released; [ $$list != ./released ] || list=test/released; \
		touch $$list; grep -q "  $$script$$" $$list || sha256sum $$script >>$$list; done

# The committed source, with checksums: make dist
DISTDIR = .
dist = wiji-$(shell sed -n 's/^   "version": "\(.*\)",$$/\1/p' $(top)META.json)
.PHONY: dist
dist:
	git -C $(srcdir) archive --prefix=$(dist)/ -o $(abspath $(DISTDIR))/$(dist).tar.gz HEAD
	TZ=UTC git -C $(srcdir) archive --prefix=$(dist)/ -o $(abspath $(DISTDIR))/$(dist).zip HEAD
	cd $(DISTDIR) && sha256sum $(dist).tar.gz $(dist).zip >$(dist).sha256
