#ifndef APP_SESSION_H
#define APP_SESSION_H

#include "latch.h"

/* Answers SMT-LIB's commands from a file ("-": standard input), each as soon as it is there, on standard output. Returns the exit code: that of bad input if
 * a command was refused, `over` if the time was over first. */
int session_talk(const char *path, const latch_options *options, int over);

#endif
