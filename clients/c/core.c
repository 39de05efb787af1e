/*
 * core.c
 *		The core, as a part of the library.
 */
#include "core.h"

#include "core/hex.c"
#include "core/wiji.c"
