#ifndef PASS_PASSES_H
#define PASS_PASSES_H

/* The prototypes of the passes declared in passes.def. */

#include "pass/pass.h"

#define PASS(name, function, repeated, help) pass_fn function;
#define VARIANT(name, function, help) pass_fn function;
#define ABSTRACTION(name, function, help) pass_fn function;
#include "pass/passes.def"

#endif
