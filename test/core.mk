# Tests of the core alone, without a server: make unit, corpus, reference
#
# The Makefile includes this file.  It does not need PostgreSQL: "make -f test/core.mk unit" works
# without it.

srcdir ?= .
files ?= $(wildcard $(1))

# The related types.  Without one, its tests are not built.
SIBLINGS ?= siq tid62 uid60 uuidtime

CORE = $(call files,src/core/*.c $(SIBLINGS:%=siblings/%/core.c))
CORE_HDRS = $(call files,src/*.h src/*/*.h siblings/*/core.h)
UNIT_HDRS = $(call files,test/*.h test/unit/*.h test/unit/stub/*.h)
UNIT_TESTS = $(addprefix test/unit/test_,monotonic random wait wiji wiji_without_int128 $(SIBLINGS))
HARNESSES = monotonic wiji $(SIBLINGS)
CORE_TESTS = $(UNIT_TESTS) test/fuzz/answer $(HARNESSES:%=test/fuzz/fuzz_%) $(HARNESSES:%=test/fuzz/replay_%)

# a build in another folder has the same folders
test/unit test/fuzz:
	@mkdir -p $@

UNIT_CFLAGS = -I$(srcdir) -I$(srcdir)/src -O1 -g -Wall -Wextra -Werror -DCORE_CHECKED \
	-fsanitize=address,undefined -fno-sanitize-recover=all

# test/unit/stub/ replaces the headers of the server for parts of src/ that need little of it.
test/unit/test_%: test/unit/test_%.c $(CORE) $(call files,src/*.c src/*/*.c) $(CORE_HDRS) $(UNIT_HDRS) | test/unit
	$(CC) $(UNIT_CFLAGS) -I$(srcdir)/test/unit/stub -o $@ $< $(addprefix $(srcdir)/,$(CORE)) -lm

# as on machines that have no 128-bit arithmetic
test/unit/test_%_without_int128: test/unit/test_%.c $(CORE) $(CORE_HDRS) $(UNIT_HDRS) | test/unit
	$(CC) $(UNIT_CFLAGS) -U__SIZEOF_INT128__ -o $@ $(filter %.c,$^)

.PHONY: unit
unit: $(UNIT_TESTS)
	@for t in $(UNIT_TESTS); do $$t || exit 1; done

# Harnesses for any bytes: with clang's libFuzzer (script/long/fuzz runs them), and for the kept bytes,
# their neighbors and random ones
FUZZ_CC = clang

test/fuzz/fuzz_%: test/fuzz/fuzz_%.c $(CORE) $(CORE_HDRS) $(call files,test/*.h test/fuzz/*.h) | test/fuzz
	$(FUZZ_CC) $(UNIT_CFLAGS) -fsanitize=fuzzer -o $@ $(filter %.c,$^)

test/fuzz/replay_%: test/fuzz/fuzz_%.c test/fuzz/replay.c $(CORE) $(CORE_HDRS) $(UNIT_HDRS) \
		$(call files,test/fuzz/*.h) | test/fuzz
	$(CC) $(UNIT_CFLAGS) -o $@ $(filter %.c,$^)

test/fuzz/answer: test/fuzz/answer.c $(CORE) $(CORE_HDRS) $(call files,test/*.h) | test/fuzz
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
