#ifndef FRONT_LLVM_SANITIZER_GOALS_H
#define FRONT_LLVM_SANITIZER_GOALS_H

/* Goals that LLVM's instructions do not show: whether a left shift or an addition is one of signed or unsigned numbers, whether a
 * conversion is written in the source, what __builtin_unreachable was. clang knows all of this when it checks for it at run time
 * (-fsanitize=..., with a trap instead of a message), so the module is compiled with these checks, and each branch to a trap
 * becomes a goal. The replay asks the same sanitizer.
 *
 * The instructions that clang adds for a check have the metadata `nosanitize`. */

#include "program/program.h"

#include <llvm-c/Core.h>

struct translator;

/* `c += 100` for an atomic character is one instruction, and clang checks no conversion there. To be asked before atomics are lowered. */
bool sanitizer_goals_updates_atomically(LLVMModuleRef module);
/* The two flags by which clang is asked to check for this kind, and to trap. False if the instructions say enough. */
bool sanitizer_goals_flags(goal_kind k, const char *flags[2]);
/* The instruction is part of a check, not of the program. */
bool sanitizer_goals_is_own(LLVMValueRef inst);
/* The kind of goal that a call of llvm.ubsantrap stands for; GOAL_KINDS if it is none. */
goal_kind sanitizer_goals_kind(LLVMValueRef inst);
/* If the branch is one to a trap that is asked about, makes it a goal that it goes to its first successor, and tells so. */
bool sanitizer_goals_branch(struct translator *t, LLVMValueRef inst);
/* What clang was not asked to check (files that are bitcode already), or does not check (some conversions to bit-fields), is a gap. */
void sanitizer_goals_gaps(program *p, LLVMModuleRef module, const char *const *files, size_t n, uint32_t checks);

#endif
