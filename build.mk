# What the Makefiles of all rooms have in common.  Each room is an extension, with a library of its own
# or without one; its Makefile is that of a PGXS run of its own.  All of them build in the same folder,
# which need not be that of the sources.  A Makefile sets before it includes this file:
#
#	top	the folder of this file, with a slash at its end
#	room	its own folder in there, with a slash at its end; empty for the type's
#	USES	the objects of src/ that its library is made of, besides what the room has

# files PATTERN...: source files
files = $(patsubst $(top)%,%,$(wildcard $(addprefix $(top),$(1))))

EXTENSION := $(patsubst $(room)%.control,%,$(call files,$(room)*.control))
# what creates the extension, and what updates it from a version to the next
DATA := $(patsubst $(room)%,%,$(call files,$(addprefix $(room),$(EXTENSION:%=%--*.sql))))
OBJS := $(strip $(patsubst %.c,%.o,$(call files,$(room)*.c)) $(USES))
ifneq ($(OBJS),)
MODULE_big := $(EXTENSION)
endif

# One test contains text that requires UTF8.
REGRESS_OPTS = --encoding=UTF8
ISOLATION_OPTS = --inputdir=$(isolation)
isolation = $(srcdir)/$(if $(room),isolation,test/isolation)
# The option is newer than 15, which finds the expected output next to the tests.
expecteddir = $(if $(shell $(top_builddir)/src/test/regress/pg_regress --help | grep expecteddir),--expecteddir=$(1))
REGRESS_OPTS += $(call expecteddir,$(srcdir))
ISOLATION_OPTS += $(call expecteddir,$(isolation))
ifdef room
REGRESS_OPTS += --outputdir=$(room:/=)
ISOLATION_OPTS += --outputdir=$(room)output_iso
EXTRA_CLEAN += $(addprefix $(room),results regression.diffs regression.out output_iso)
endif

# Tests by features of the server: those of REGRESS_16 are for 16 and newer, and so on.
# REGRESS_17 and ISOLATION_17 have those that need shared memory: 15 and 16 have it if they preload the
# library, which PRELOADED=yes says.
newer = $(shell test $(MAJORVERSION) -ge $(1) && echo yes)
has = $(or $(call newer,$(1)),$(if $(filter 17,$(1)),$(PRELOADED)))
REGRESS += $(foreach version,16 17 18,$(if $(call has,$(version)),$(REGRESS_$(version))))
ifneq ($(ISOLATION)$(ISOLATION_17),)
ISOLATION += $(if $(call has,17),$(ISOLATION_17))
endif

# Tests find files of the tree.
export WIJI_TREE := $(abspath $(top))

# A library exports only its SQL functions; PGXS before 16 does not ensure that.
SHLIB_EXPORTS = src/exports.txt
# The compiler records the headers of each object.
PG_CFLAGS = -MMD -MP
# Resolve the library's own functions at link time.  Otherwise a session that loads it would search
# the server and all of its libraries for them first.  (ELF only.  With -Bsymbolic it would search
# the library first, even for the server's functions.)  Map the library's constants with its code: two
# mappings in place of four save a session that loads it some 10 us.
SHLIB_LINK = $(if $(filter darwin win32 cygwin,$(PORTNAME)),,-Wl,-Bsymbolic-functions -Wl,-z,noseparate-code)
# Suppress warnings about the server's headers.
PG_CPPFLAGS = -I$(top) -I$(top)src -isystem $(includedir_server)
EXTRA_CLEAN += $(OBJS:.o=.d) built-for-*

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# A build in another folder finds the sources, but no files that were built next to them.
VPATH =
vpath %.c $(top)
vpath %.txt $(top)
vpath %.h $(top)
vpath %.control $(srcdir)

# Objects for one version of the server must not be linked or installed for another, not even for
# another minor release: one that includes newer headers can need a function that an older server
# lacks.  PGXS makes every file secondary, so a missing mark is made again only if it is phony.
BUILT_FOR = built-for-$(VERSION)
.PHONY: $(filter-out $(wildcard built-for-*),$(BUILT_FOR))
$(BUILT_FOR):
	@rm -f built-for-* && touch $@

-include $(OBJS:.o=.d)
# an object without recorded headers depends on all of them
$(filter-out $(patsubst %.d,%.o,$(wildcard $(OBJS:.o=.d))),$(OBJS)): $(call files,src/*.h src/*/*.h $(room)*.h)
$(OBJS:.o=.bc): %.bc: %.o
$(OBJS): $(BUILT_FOR) | folders
$(exports_file): | folders

# A build in another folder has the same folders.
.PHONY: folders
folders:
	@mkdir -p $(sort $(dir $(OBJS)))

# Servers of their own, with clock steps, crashes and standbys, as a user who may start servers.  The
# tests run at the top of the tree.
PROVE_TESTS = $(room)$(if $(room),,test/)t/*.pl
.PHONY: tap
tap: srcdir = $(or $(top:/=),.)
tap:
	$(prove_installcheck)
