#ifndef LATCH_LIBC_H
#define LATCH_LIBC_H

/* The C library as Latch understands it: plain C that is compiled to bitcode, and put into a program where the program calls it. The real library
 * runs in every replay; this one is what proofs and searches see.
 *
 * A function here is *exact* (the same results, memory and errno as the real one on every call that C defines), or a *contract* (every
 * result and memory that the real one may leave is allowed, others too). functions.def says which; test/libc checks it.
 *
 * How to write one:
 *   - the least code that is right. Every variable here becomes a variable of the user's proof, every loop needs an invariant there: no
 *     tables where a comparison does, no word-at-a-time tricks, no recursion, no state that is not needed;
 *   - a function is copied into its caller, so it must not be variadic (printf and scanf with a constant format are taken apart by the front
 *     end) and must not compare its own address;
 *   - undefined behaviour stays undefined: a null pointer is dereferenced, an index runs past the end, so that checks of bounds and
 *     pointers see it;
 *   - nothing here prints. */

#include <stddef.h>
#include <stdint.h>

#define LATCH_LIBRARY __attribute__((always_inline))

/* Any value: what the real library computes and no one has said. A replay does not choose it. */
_Bool latch_any_bool(void);
char latch_any_char(void);
int latch_any_int(void);
unsigned latch_any_unsigned(void);
long latch_any_long(void);
unsigned long latch_any_ulong(void);
long long latch_any_llong(void);
unsigned long long latch_any_ullong(void);
float latch_any_float(void);
double latch_any_double(void);
long double latch_any_ldouble(void);

/* A value that comes from the environment, and that a replay chooses. Ranges are for latch_assume. The value of a function returned to
 * the program is the input itself where the replay interposes the function (time, clock, getpid). */
int latch_input_stdin(void); /* the next byte of standard input, 0 to 255, or -1: its end. After -1 it must not be asked again */
int latch_input_file(void); /* the same of the stream that latch_stream has named last */
int latch_input_end(void); /* why there was none: 0 it was the end, 1 reading failed */
int latch_input_open(void); /* 1: a file that is opened for reading is there; 0: it is not */
int latch_input_getenv(void); /* 1: a variable of the environment is there; 0: it is not */
int latch_input_variable(void); /* the next byte of its value, 1 to 255, and 0 after the last one. None: it is as it was */
int latch_input_rand(void); /* rand, random: 0 to 2147483647 */
long latch_input_time(void);
long latch_input_clock(void);
int latch_input_pid(void);
/* Statements for the replay, without effect here. */
void latch_stream(int number); /* the number of a stream: the first file that is opened for reading is 0, the next one 1 ... */
void latch_seed(unsigned seed); /* the numbers of rand and random, from here on, are those of this seed */

/* Runs in which the condition does not hold are none. */
void latch_assume(int condition);
/* What the model takes for granted, for the list of assumptions below the verdict. */
void latch_assumption(const char *what);
/* The end of the run: what _exit and abort do. */
void latch_exit(int status) __attribute__((noreturn));
void latch_abort(void) __attribute__((noreturn));
/* The run comes to something that has no model: the verdict cannot be SAFE, and names it. Ends the run here. */
void latch_limit(const char *what) __attribute__((noreturn));
/* What the real function reads, and the model does not, lies within its table: an access out of bounds otherwise. */
void latch_require_bounds(int condition, const char *what);
/* The real function looks at the memory there, and the model does not. */
void latch_looks_at(const void *memory);
/* How many bytes were asked for when this object of malloc and its kin was made. */
size_t latch_heap_size(const void *object);

/* Built in: may be used here as it is. malloc, calloc, free, memcpy, memmove, memset, memcmp, strlen, strcmp, strncmp, strcpy, strncpy, strcat. */

extern int latch_errno; /* what errno stands for */

#endif
