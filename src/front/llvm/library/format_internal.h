#ifndef FRONT_LLVM_FORMAT_INTERNAL_H
#define FRONT_LLVM_FORMAT_INTERNAL_H

/* What the two families share: the call that is taken apart, and the calls that are put in its place. */

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a function of the family works on. */
typedef enum format_end {
    END_STDOUT,
    END_STREAM,
    END_DESCRIPTOR,
    END_DIAGNOSTIC, /* warn: to stderr */
    END_LAST_DIAGNOSTIC, /* err: status; the program ends */
    END_BUFFER,
    END_BUFFER_CHECKED, /* __sprintf_chk: buffer, flag, size of the object */
    END_BOUNDED,
    END_BOUNDED_CHECKED, /* __snprintf_chk: buffer, size, flag, size of the object */
    END_ALLOCATED,
    END_SCAN_STDIN,
    END_SCAN_STREAM,
    END_SCAN_STRING,
} format_end;

typedef struct format_call {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef build; /* stands before the call */
    LLVMTypeRef pointer, i8, i32, i64, word; /* word: size_t */
    LLVMValueRef call;
    format_end end;
    bool is_c23; /* %i takes binary numbers */
    const char *name; /* of the function */
    const char *format;
    unsigned first; /* argument for the first conversion */
    bool is_understood; /* there is an argument of the right kind for each conversion */
} format_call;

/* The sizes that length modifiers stand for. */
typedef enum format_length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_WORD, LENGTH_LONG_DOUBLE } format_length;

/* Goes past a length modifier, if there is one. */
format_length format_parse_length(const char **at);
/* Goes past a number below 2^24, if there is one: false if it is larger. */
bool format_parse_number(const char **at, int *number);
/* How many bits an integer of this length has, char and short as such; 0: no integer. */
unsigned format_integer_bits(const format_call *c, format_length length);

/* The call's argument, or NULL. */
LLVMValueRef format_argument(const format_call *c, unsigned i);
bool format_is_int(LLVMValueRef v, unsigned bits);
bool format_is_pointer(LLVMValueRef v);
LLVMValueRef format_int(const format_call *c, int64_t v);
/* A call of a function of lib/libc; its type follows from the arguments. */
LLVMValueRef format_step(const format_call *c, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned n);
/* A step without a result. */
void format_do(const format_call *c, const char *name, LLVMValueRef *arguments, unsigned n);
/* The call's argument is a string that the library only reads: that is done here, and the call gets another string in its place, so that nothing
 * about the memory of this one is left to say. Constant strings stay. The function that reads it may have another argument: how much of it. */
void format_read_here(const format_call *c, unsigned i, const char *reader, LLVMValueRef most);
/* Whether the stream is the value of `stdout` or `stderr`. */
bool format_is_standard_stream(LLVMValueRef stream);
/* Whether anything uses the call's result. */
bool format_is_result_used(const format_call *c);

/* The result of what stands in the call's place, or NULL: it stays as it is. A call that may go without any result gives undef. */
LLVMValueRef format_print(format_call *c);
LLVMValueRef format_scan(format_call *c);

#endif
