#ifndef DRIVER_H
#define DRIVER_H

/* The models of lib/libc against the real C library, natively.
 *
 * A driver is a function body that calls a library function through `f`. It runs twice, on the real function and on the model, with the same
 * random choices and equal memory. What it sees (see_*), the memory of both worlds and errno must then be equal. A function is driven
 * thousands of times. A driver must therefore take every choice from the functions below, and see every result.
 *
 *     EXACT(memchr)
 *     {
 *         size_t n = any_size();
 *         const char *bytes = any_bytes(n);
 *         see_pointer(f(bytes, any_byte(), n));
 *     }
 *
 * A model that is a contract asks for any value (latch_any_*). The real function runs first; the driver says with choose() what
 * the model is to be given, in the order in which it asks. That the model can then do what the real one did, without an assumption that fails, is
 * the law: every result of the real one is allowed.
 *
 *     CONTRACT(rand) { see(choose(f())); }
 *
 * Blocks end at a page that cannot be accessed: a function that goes past the end fails. The bytes before a block must stay as they are. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct driver {
    const char *name;
    const char *kind; /* a class of functions.def */
    void (*run)(bool on_model);
} driver;

/* Drives the model `name` against `real`, a function that need not have the same name. */
#define DRIVER(kind, name, real)                                                                                 \
    extern __typeof__(real) model_##name;                                                                        \
    static void drive_##name(__typeof__(&real) f);                                                               \
    static void run_##name(bool on_model) { drive_##name(on_model ? &model_##name : &real); }                    \
    static const driver driver_##name = {#name, kind, run_##name};                                               \
    __attribute__((section("drivers"), used)) static const driver *const entry_##name = &driver_##name;          \
    static void drive_##name(__typeof__(&real) f)

#define EXACT(name) DRIVER("exact", name, name)
#define EXACT_AS(name, real) DRIVER("exact", name, real)
#define CONTRACT(name) DRIVER("contract", name, name)
#define CONTRACT_AS(name, real) DRIVER("contract", name, real)

/* Choices. */
uint64_t any_bits(void);
bool any_bool(void);
int any_between(int low, int high);
size_t any_size(void);          /* of a block: 0 to MAX_BLOCK, mostly small */
int any_byte(void);             /* 0 to 255, mostly from an alphabet of a few, so that blocks have it */
int any_int(void);              /* often a bound of some type, or near to it */
long any_long(void);
long long any_llong(void);
double any_double(void);        /* often an integer, a bound, infinite or not a number */

/* Memory, five blocks in a round at most. */
enum { MAX_BLOCK = 200 };
void *room(size_t n);                               /* with what is there by chance */
char *any_bytes(size_t n);                          /* of any_byte */
char *any_string(size_t max_length);                /* of any_byte, its end at the end of the block */
char *string_of(const char *alphabet, size_t max_length);
char *copy_of(const char *string);
void *copy_of_bytes(const void *bytes, size_t n);

/* What is seen. */
void see(long long value);
void see_double(long double value); /* two numbers that are not one are equal */
void see_pointer(const void *p);    /* null, or an offset in the world's memory */
void see_bytes(const void *bytes, size_t n);
void see_string(const char *string); /* or null */

/* What the model is given. Each returns its argument, and does nothing when the model runs. */
long long choose(long long value);
long double choose_double(long double value);
void choose_bytes(const void *bytes, size_t n); /* by latch_any_char */

/* From here on the model may ask as often as it likes, and is given this number. */
void choose_always(long long value);
/* Sees what a comparison returns; models are asked for its value where it is not 0. */
void see_order(int result);

/* For models that ask for something only in some cases. */
bool is_model_run(void);
/* The errno of the world: errno or latch_errno. */
int *world_errno(void);
/* What happens when the model ends the program; NULL: a failure. */
extern void (*when_model_exits)(int status);
/* Ends the round with a failure. */
void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
