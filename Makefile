# wiji and its siblings: make, make install, make installcheck.  One library, an extension for each.

SIBLINGS = siq tid62 uid60 uuidtime

EXTENSION = wiji $(foreach s,$(SIBLINGS),siblings/$(s)/$(s))
DATA = wiji--1.0.sql $(foreach s,$(SIBLINGS),siblings/$(s)/$(s)--1.0.sql)
MODULE_big = wiji

# files PATTERN...: files of the source, which need not be where the library is built
source = $(dir $(firstword $(MAKEFILE_LIST)))
files = $(patsubst $(source)%,%,$(wildcard $(addprefix $(source),$(1))))

OBJS = module.o wiji.o wiji_feed.o wiji_generator.o wiji_gist.o wiji_uuid.o $(patsubst %.c,%.o,$(call files,core/*.c pg/*/*.c siblings/*/*.c))
HDRS = $(call files,*.h core/*.h pg/*.h pg/*/*.h siblings/*/*.h)
CORE = $(call files,core/*.c)

# One test has text that only UTF8 can hold.
REGRESS_OPTS = --encoding=UTF8
REGRESS = \
	install \
	wiji_text \
	wiji_binary \
	wiji_reading \
	conformance \
	wiji_making \
	wiji_order \
	wiji_sort \
	wiji_window \
	wiji_hash \
	wiji_index \
	wiji_brin \
	wiji_gist \
	wiji_gin \
	wiji_moment \
	wiji_within \
	wiji_plan \
	wiji_estimate \
	wiji_row_security \
	wiji_partition \
	wiji_create_partitions \
	wiji_maintain_partitions \
	partition_properties \
	wiji_cast \
	wiji_uuid \
	wiji_parameter \
	wiji_like_uuid \
	wiji_migrate \
	wiji_generate \
	wiji_backfill \
	wiji_factory \
	wiji_generator \
	wiji_fresh_random \
	wiji_parallel \
	wiji_after_pg_upgrade \
	wiji_catalog \
	wiji_schema \
	siq_text \
	siq_domain \
	siq_generate \
	siq_make \
	siq_time \
	siq_order \
	siq_cast \
	siq_catalog \
	siq_schema \
	tid62 \
	tid62_text \
	tid62_binary \
	tid62_generate \
	tid62_bounds \
	tid62_order \
	tid62_hash \
	tid62_cast \
	tid62_simpledb \
	tid62_catalog \
	tid62_schema \
	uid60_text \
	uid60_binary \
	uid60_cast \
	uid60_order \
	uid60_time \
	uid60_estimate \
	uid60_generate \
	uid60_catalog \
	uid60_schema \
	uuidtime \
	uuidtime_reading \
	uuidtime_generate \
	uuidtime_draft \
	uuidtime_v8 \
	uuidtime_range \
	uuidtime_within \
	uuidtime_bounds \
	uuidtime_rekey \
	uuidtime_catalog \
	by_time \
	recipe_rekey \
	migrate_in \
	migrate_out \
	recipe_feed \
	recipe_future \
	recipe_pages \
	recipe_public_ids \
	ambiguity \
	portable \
	hostile_portable \
	siblings_partitions \
	encoding \
	docs \
	hostile_calls \
	hostile_install \
	hostile_owner
# transactions that overlap, in test/isolation/specs/
ISOLATION_OPTS = --inputdir=$(srcdir)/test/isolation
ISOLATION = recipe_change_feed partitions
# and tests that need memory that sessions share without preloading
ISOLATION_17 = wiji_horizon
# features of newer servers
REGRESS_16 = wiji_soft_errors siq_soft_errors tid62_soft_errors uid60_soft_errors
REGRESS_17 = wiji_feed wiji_copy_on_error tid62_copy_on_error
REGRESS_18 = wiji_skip wiji_without_overlaps uuidtime_server

UNIT_TESTS = $(patsubst %.c,%,$(call files,test/unit/test_*.c)) test/unit/test_wiji_without_int128 test/unit/test_horizon_with_threads
HARNESSES = $(patsubst test/fuzz/fuzz_%.c,%,$(call files,test/fuzz/fuzz_*.c))
EXTRA_CLEAN = $(UNIT_TESTS) tmp_check test/fuzz/answer $(HARNESSES:%=test/fuzz/fuzz_%) $(HARNESSES:%=test/fuzz/replay_%)

# From PostgreSQL 16 on a library shows no more than its SQL functions by itself.
PG_CFLAGS = -fvisibility=hidden
# The server's headers are not ours to warn about.
PG_CPPFLAGS = -I$(srcdir) -isystem $(includedir_server)

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# A build in another folder finds the sources, but nothing that was built beside them.
VPATH =
vpath %.c $(srcdir)
vpath %.h $(srcdir)
vpath %.control $(srcdir)

newer = $(shell test $(MAJORVERSION) -ge $(1) && echo yes)
REGRESS += $(foreach version,16 17 18,$(if $(call newer,$(version)),$(REGRESS_$(version))))
ISOLATION += $(if $(call newer,17),$(ISOLATION_17))

# Objects of one version of the server must not be linked or installed for another.
BUILT_FOR = built-for-$(MAJORVERSION)
EXTRA_CLEAN += built-for-*

$(BUILT_FOR):
	@rm -f built-for-* && touch $@

$(OBJS) $(OBJS:.o=.bc): $(HDRS) $(BUILT_FOR) | folders

# A build in another folder has the same folders.
.PHONY: folders
folders:
	@mkdir -p $(sort $(dir $(OBJS) $(UNIT_TESTS) test/fuzz/))

# The core alone, without a server: make unit
UNIT_CFLAGS = -I$(srcdir) -O1 -g -Wall -Wextra -Werror -DCORE_CHECKED \
	-fsanitize=address,undefined -fno-sanitize-recover=all

# A part of pg/ that needs little of the server finds it in test/unit/stub/.
test/unit/test_%: test/unit/test_%.c $(CORE) $(call files,pg/*/*.c) $(HDRS) $(call files,test/*.h test/unit/*.h test/unit/stub/*.h) | folders
	$(CC) $(UNIT_CFLAGS) -I$(srcdir)/test/unit/stub -o $@ $< $(addprefix $(srcdir)/,$(CORE)) -lm

# as on machines that have no 128-bit arithmetic
test/unit/test_%_without_int128: test/unit/test_%.c $(CORE) $(HDRS) $(call files,test/*.h test/unit/*.h) | folders
	$(CC) $(UNIT_CFLAGS) -U__SIZEOF_INT128__ -o $@ $(filter %.c,$^)

# as ThreadSanitizer sees them, which no other sanitizer suffers beside it
test/unit/test_%_with_threads: test/unit/test_%.c $(HDRS) $(call files,test/unit/*.h) | folders
	$(CC) -I$(srcdir) -O1 -g -Wall -Wextra -Werror -fsanitize=thread -o $@ $< -pthread

.PHONY: unit
unit: $(UNIT_TESTS)
	@for t in $(UNIT_TESTS); do $$t || exit 1; done

# Harnesses for any bytes: with clang's libFuzzer (script/fuzz runs them), and to feed them the kept
# bytes
FUZZ_CC = clang

test/fuzz/fuzz_%: test/fuzz/fuzz_%.c $(CORE) $(HDRS) $(call files,test/*.h test/fuzz/*.h) | folders
	$(FUZZ_CC) $(UNIT_CFLAGS) -fsanitize=fuzzer -o $@ $(filter %.c,$^)

test/fuzz/replay_%: test/fuzz/fuzz_%.c test/fuzz/replay.c $(CORE) $(HDRS) $(call files,test/*.h test/fuzz/*.h) | folders
	$(CC) $(UNIT_CFLAGS) -o $@ $(filter %.c,$^)

test/fuzz/answer: test/fuzz/answer.c $(CORE) $(HDRS) $(call files,test/*.h) | folders
	$(CC) $(UNIT_CFLAGS) -o $@ $(filter %.c,$^)

.PHONY: fuzz corpus reference
fuzz: $(HARNESSES:%=test/fuzz/fuzz_%)

corpus: $(HARNESSES:%=test/fuzz/replay_%)
	@for h in $(HARNESSES); do test/fuzz/replay_$$h $(srcdir)/test/fuzz/corpus/$$h || exit 1; done

# The core against a second implementation, in Python
QUESTIONS = 5000
SEED = 20261121

reference: test/fuzz/answer
	@/usr/bin/python3 $(srcdir)/test/fuzz/reference.py test/fuzz/answer $(QUESTIONS) $(SEED)

# Servers whose clocks step, standbys, many sessions: make tap, as a user who may start servers
PROVE_TESTS = test/t/*.pl
.PHONY: tap
tap:
	$(prove_installcheck)

# The source as it is committed: make dist
DISTDIR = .
dist = wiji-$(shell sed -n 's/^   "version": "\(.*\)",$$/\1/p' $(source)META.json)
.PHONY: dist
dist:
	git -C $(srcdir) archive --prefix=$(dist)/ -o $(abspath $(DISTDIR))/$(dist).tar.gz HEAD
	git -C $(srcdir) archive --prefix=$(dist)/ -o $(abspath $(DISTDIR))/$(dist).zip HEAD
