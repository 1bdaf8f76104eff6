#ifndef FRONT_LLVM_EVALUATION_ORDER_H
#define FRONT_LLVM_EVALUATION_ORDER_H

/* C leaves open in which order operands and arguments are evaluated: `f(next(), next())`, `x + set(&x)`, `a[i] = i++`. The module has clang's
 * order; another compiler may have another one. Where it makes a difference, perhaps, the verdict says that it rests on clang's.
 *
 * clang without optimisation keeps every variable in memory, so the instructions that lead to one operand are what the source evaluates for it. Two
 * operands depend on each other's order if what is called or changed for one may write memory that the other one reads or writes. */

#include "front/llvm/translate/translate.h"

void evaluation_order_note(translator *t); /* after the plan */

#endif
