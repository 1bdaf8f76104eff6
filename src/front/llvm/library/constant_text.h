#ifndef FRONT_LLVM_CONSTANT_TEXT_H
#define FRONT_LLVM_CONSTANT_TEXT_H

/* Strings that are known before the program runs. */

#include "base/text.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* Adds the string that begins `offset` bytes into a constant global variable. False if there is none that ends within it. */
bool global_text(LLVMValueRef global, int64_t offset, text *out);

/* The same of a pointer that is a constant: a global variable, or bytes after its beginning. */
bool constant_text(LLVMValueRef pointer, text *out);

#endif
