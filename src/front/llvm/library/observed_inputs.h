#ifndef FRONT_LLVM_OBSERVED_INPUTS_H
#define FRONT_LLVM_OBSERVED_INPUTS_H

/* A replay chooses what getpid, time and clock return. That shows something only if the program cannot find out otherwise what the system itself takes
 * for the number of the process (kill, gettid, /proc), or for the time: kill(getpid(), SIGKILL) ends a real run, and would not end this one. In programs
 * that may find out, these functions get the library's form that is no input, and a replay calls the real ones. Call it before the library is linked, and
 * before anything else is put into the module. */

#include <llvm-c/Core.h>

void observed_inputs_choose_forms(LLVMModuleRef module);

#endif
