#ifndef BASE_DESCENDANTS_H
#define BASE_DESCENDANTS_H

/* The processes that come from this one: its children, theirs, and so on. For a process to which orphans go (the first one of a process namespace,
 * or a "child subreaper"), these are all that any of its children have started, wherever they may have gone. */

#include "base/vec.h"

#include <sys/types.h>

VEC_DECLARE(pid_vec, pid_t);

/* Appends those that have not ended, with the numbers that /proc has for them, or for a thread of theirs that has not ended. Returns how many threads they have together. */
size_t descendants_list(pid_vec *out);

/* The same for another process of this one's. */
size_t descendants_list_of(pid_t root, pid_vec *out);

/* Ends them all, also if they start new ones at the same time, and reaps them. */
void descendants_kill(void);

#endif
