# What the Makefiles of both libraries have in common; they set "top", the folder of this file, with
# a slash at its end.  The libraries may be built in another folder.

# files PATTERN...: source files
files = $(patsubst $(top)%,%,$(wildcard $(addprefix $(top),$(1))))

# A library exports only its SQL functions; PGXS before 16 does not ensure that.
SHLIB_EXPORTS = src/exports.txt
# The compiler records the headers of each object.
PG_CFLAGS = -MMD -MP
# Resolve the library's own functions at link time.  Otherwise a session that loads it would search
# the server and all of its libraries for them first.  (ELF only.  With -Bsymbolic it would search
# the library first, even for the server's functions.)
SHLIB_LINK = $(if $(filter darwin win32 cygwin,$(PORTNAME)),,-Wl,-Bsymbolic-functions)
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

# Objects for one version of the server must not be linked or installed for another.  PGXS makes
# every file secondary, so a missing mark is made again only if it is phony.
BUILT_FOR = built-for-$(MAJORVERSION)
.PHONY: $(filter-out $(wildcard built-for-*),$(BUILT_FOR))
$(BUILT_FOR):
	@rm -f built-for-* && touch $@

-include $(OBJS:.o=.d)
# an object without recorded headers depends on all of them
$(filter-out $(patsubst %.d,%.o,$(wildcard $(OBJS:.o=.d))),$(OBJS)): $(call files,src/*.h src/*/*.h siblings/*/*.h feed/*.h)
$(OBJS:.o=.bc): %.bc: %.o
$(OBJS): $(BUILT_FOR) | folders
$(exports_file): | folders

# A build in another folder has the same folders.
.PHONY: folders
folders:
	@mkdir -p $(sort $(dir $(OBJS)))
