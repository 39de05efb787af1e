# Tests of the core alone, without a server: make unit, corpus, reference
#
# The Makefile includes this file.  It does not need PostgreSQL: "make -f test/core.mk unit" works
# without it.

srcdir ?= .
files ?= $(wildcard $(1))

# The rooms that have a core of their own, and tests of it.
CORES := $(patsubst %/core.c,%,$(call files,siblings/*/core.c))

# in_rooms PREFIX: in the folder of each of them, its name after the prefix
in_rooms = $(foreach room,$(CORES),$(room)/$(1)$(notdir $(room)))

CORE = $(call files,src/core/*.c) $(CORES:%=%/core.c)
CORE_HDRS = $(call files,src/*.h src/*/*.h siblings/*/core.h)
UNIT_HDRS = $(call files,test/*.h test/unit/*.h test/unit/stub/*.h)
UNIT_TESTS = $(addprefix test/unit/test_,monotonic random wait wiji wiji_without_int128) $(call in_rooms,unit/test_)
FUZZERS = $(addprefix test/fuzz/fuzz_,monotonic wiji) $(call in_rooms,fuzz/fuzz_)
REPLAYS = $(subst /fuzz_,/replay_,$(FUZZERS))
CORE_TESTS = $(UNIT_TESTS) test/fuzz/answer $(FUZZERS) $(REPLAYS)

# a build in another folder has the same folders
core_folders = test/unit test/fuzz $(CORES:%=%/unit) $(CORES:%=%/fuzz)
.PHONY: core-folders
core-folders:
	@mkdir -p $(core_folders)

UNIT_CFLAGS = -I$(srcdir) -I$(srcdir)/src -O1 -g -Wall -Wextra -Werror -DCORE_CHECKED \
	-fsanitize=address,undefined -fno-sanitize-recover=all

# test/unit/stub/ replaces the headers of the server for parts of src/ that need little of it.
$(filter-out %_without_int128,$(UNIT_TESTS)): %: %.c $(CORE) $(call files,src/*.c src/*/*.c) $(CORE_HDRS) $(UNIT_HDRS) | core-folders
	$(CC) $(UNIT_CFLAGS) -I$(srcdir)/test/unit/stub -o $@ $< $(addprefix $(srcdir)/,$(CORE)) -lm

# as on machines that have no 128-bit arithmetic
test/unit/test_%_without_int128: test/unit/test_%.c $(CORE) $(CORE_HDRS) $(UNIT_HDRS) | core-folders
	$(CC) $(UNIT_CFLAGS) -U__SIZEOF_INT128__ -o $@ $(filter %.c,$^)

.PHONY: unit
unit: $(UNIT_TESTS)
	@for t in $(UNIT_TESTS); do $$t || exit 1; done

# Harnesses for any bytes: with clang's libFuzzer (script/long/fuzz runs them), and for the kept bytes,
# their neighbors and random ones
FUZZ_CC = clang
FUZZ_HDRS = $(call files,test/*.h test/fuzz/*.h)

$(FUZZERS): %: %.c $(CORE) $(CORE_HDRS) $(FUZZ_HDRS) | core-folders
	$(FUZZ_CC) $(UNIT_CFLAGS) -fsanitize=fuzzer -o $@ $(filter %.c,$^)

# of fuzz_NAME.c
.SECONDEXPANSION:
$(REPLAYS): $$(subst /replay_,/fuzz_,$$@).c test/fuzz/replay.c $(CORE) $(CORE_HDRS) $(UNIT_HDRS) $(FUZZ_HDRS) | core-folders
	$(CC) $(UNIT_CFLAGS) -o $@ $(filter %.c,$^)

# the rooms' parts of it
ANSWERS := $(addsuffix .c,$(call in_rooms,fuzz/answer_))
test/fuzz/answer: test/fuzz/answer.c $(ANSWERS) $(CORE) $(CORE_HDRS) $(call files,test/*.h test/fuzz/*.h) | core-folders
	$(CC) $(UNIT_CFLAGS) -D'ROOMS=$(foreach room,$(CORES),ROOM($(notdir $(room))))' -o $@ $(filter %.c,$^)

.PHONY: fuzz corpus reference
fuzz: $(FUZZERS)

# the kept bytes are beside the harness
corpus: $(REPLAYS)
	@for h in $(REPLAYS); do $$h $(srcdir)/$${h%/*}/corpus/$${h##*/replay_} || exit 1; done

# The core against a second implementation, in Python
QUESTIONS = 5000
SEED = 20261121

reference: test/fuzz/answer
	@/usr/bin/python3 $(srcdir)/test/fuzz/reference.py test/fuzz/answer $(QUESTIONS) $(SEED)
