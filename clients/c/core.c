/*
 * core.c
 *		The core, compiled into the library.
 */
#include "core.h"

#include "core/hex.c"
#include "core/wiji.c"
