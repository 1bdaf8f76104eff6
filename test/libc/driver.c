/* Runs drivers: driver [--list] [--rounds N] [NAME...]. The last line is `N passed, N failed`. */

#include "driver.h"

#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

__attribute__((weak)) int latch_errno;

enum { N_SLOTS = 6, WINDOW = 512, MAX_LOG = 4096, MAX_CHOICES = 4096, SECONDS_FOR_A_DRIVER = 10 };

/* One thing seen or chosen. */
typedef struct value {
    char kind; /* 'i', 'd', 'p' */
    long long number;
    long double real;
} value;

typedef struct world {
    char *slots[N_SLOTS]; /* a page each, then one that cannot be accessed */
    value log[MAX_LOG];
    size_t n_log;
} world;

static struct {
    world worlds[2];
    world *now;
    bool on_model;
    size_t page, n_blocks;
    uint64_t random;
    value choices[MAX_CHOICES];
    size_t n_choices, next_choice;
    value always; /* what is given when no choice is left; its kind is 0 if there is none */
    char message[512];
    bool failed;
    sigjmp_buf way_out;
} run;

/* ---- failures ---- */

void fail(const char *format, ...)
{
    if (!run.failed) {
        va_list args;
        va_start(args, format);
        vsnprintf(run.message, sizeof run.message, format, args);
        va_end(args);
    }
    run.failed = true;
    siglongjmp(run.way_out, 1);
}

static void on_signal(int number)
{
    if (!run.failed) {
        snprintf(run.message, sizeof run.message, "%s: signal %d (%s)", run.on_model ? "the model" : "the real function", number,
                 number == SIGSEGV  ? "an access outside of the blocks"
                 : number == SIGILL ? "undefined behaviour"
                                    : "see signal.h");
    }
    run.failed = true;
    siglongjmp(run.way_out, 1);
}

/* ---- choices ---- */

uint64_t any_bits(void)
{
    run.random += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t z = run.random;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

bool any_bool(void) { return any_bits() & 1; }

int any_between(int low, int high) { return low + (int)(any_bits() % ((uint64_t)((int64_t)high - low) + 1)); }

size_t any_size(void) { return (size_t)any_between(0, any_bits() % 4 ? 12 : MAX_BLOCK); }

int any_byte(void)
{
    static const unsigned char few[] = {'a', 'b', 'A', 'B', ' ', '0', 1, 0x7f, 0x80, 0xff};
    uint64_t bits = any_bits();
    return bits % 5 ? few[bits / 8 % sizeof few] : (int)(bits >> 8 & 0xff);
}

long long any_llong(void)
{
    static const long long bounds[] = {0, 127, 255, 32767, 65535, 2147483647LL, 4294967295LL, 9223372036854775807LL};
    uint64_t bits = any_bits();
    uint64_t bound = (uint64_t)bounds[bits >> 8 & 7];
    if (bits & 1) bound = ~bound;
    switch (bits >> 4 & 3) {
    case 0: return (long long)(bound + (bits >> 20) % 5 - 2);
    case 1: return (long long)((bits >> 20) % 300) - 20;
    default: return (long long)(any_bits() >> (bits >> 40) % 64);
    }
}

int any_int(void) { return (int)any_llong(); }
long any_long(void) { return (long)any_llong(); }

double any_double(void)
{
    static const double some[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1e308, -1e308, 1e-310, INFINITY, -INFINITY, NAN, 709.8, -750.0, 4503599627370496.0};
    switch (any_between(0, 3)) {
    case 0: return some[any_bits() % (sizeof some / sizeof *some)];
    case 1: return any_int();
    case 2: return any_between(-2000, 2000) / 64.0;
    default: return any_between(-1000000007, 1000000007) * (any_bool() ? 1e280 : 1e-310);
    }
}

/* ---- memory ---- */

/* Where blocks are: the end of a slot. What is before and in a block is something, and the same in both worlds. */
static char *window(const world *w, size_t slot) { return w->slots[slot] + run.page - WINDOW; }

void *room(size_t n)
{
    if (run.n_blocks == N_SLOTS || n > WINDOW) fail("the driver asks for too much memory");
    char *from = window(run.now, run.n_blocks);
    for (size_t i = 0; i < WINDOW; i += sizeof(uint64_t)) {
        uint64_t bits = any_bits();
        memcpy(from + i, &bits, sizeof bits);
    }
    run.n_blocks++;
    return from + WINDOW - n;
}

char *any_bytes(size_t n)
{
    char *bytes = room(n);
    for (size_t i = 0; i < n; i++) bytes[i] = (char)any_byte();
    return bytes;
}

char *any_string(size_t max_length)
{
    size_t n = (size_t)any_between(0, (int)max_length);
    char *string = any_bytes(n + 1);
    for (size_t i = 0; i < n; i++) {
        if (!string[i]) string[i] = 'a';
    }
    string[n] = '\0';
    return string;
}

char *string_of(const char *alphabet, size_t max_length)
{
    size_t n = (size_t)any_between(0, (int)max_length), letters = strlen(alphabet);
    char *string = room(n + 1);
    for (size_t i = 0; i < n; i++) string[i] = alphabet[any_bits() % letters];
    string[n] = '\0';
    return string;
}

void *copy_of_bytes(const void *bytes, size_t n) { return memcpy(room(n), bytes, n); }

char *copy_of(const char *string) { return copy_of_bytes(string, strlen(string) + 1); }

/* ---- what is seen, and what the model is given ---- */

static void log_value(value v)
{
    if (run.now->n_log == MAX_LOG) fail("the driver sees too much");
    run.now->log[run.now->n_log++] = v;
}

void see(long long number) { log_value((value){.kind = 'i', .number = number}); }
void see_double(long double real) { log_value((value){.kind = 'd', .real = real}); }

void see_pointer(const void *p)
{
    enum { IS_NULL = -1, IS_OUTSIDE = -2 };
    long long offset = p ? IS_OUTSIDE : IS_NULL;
    for (size_t i = 0; i < N_SLOTS; i++) {
        uintptr_t from_start = (uintptr_t)p - (uintptr_t)run.now->slots[i];
        if (from_start <= run.page) offset = (long long)((uint64_t)i << 32 | from_start);
    }
    log_value((value){.kind = 'p', .number = offset});
}

void see_bytes(const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) see(((const unsigned char *)bytes)[i]);
}

void see_string(const char *string)
{
    if (string) see_bytes(string, strlen(string) + 1);
    else see(-1);
}

static void add_choice(value v)
{
    if (run.on_model) return;
    if (run.n_choices == MAX_CHOICES) fail("the driver chooses too much");
    run.choices[run.n_choices++] = v;
}

long long choose(long long number)
{
    add_choice((value){.kind = 'i', .number = number});
    return number;
}

long double choose_double(long double real)
{
    add_choice((value){.kind = 'd', .real = real});
    return real;
}

void choose_bytes(const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) choose(((const char *)bytes)[i]);
}

void choose_always(long long number) { run.always = (value){.kind = 'i', .number = number}; }

void see_order(int result)
{
    if (result) choose(result);
    see(result);
}

bool is_model_run(void) { return run.on_model; }

int *world_errno(void) { return run.on_model ? &latch_errno : &errno; }

static value next_choice(char kind)
{
    if (run.next_choice == run.n_choices && run.always.kind == kind) return run.always;
    if (run.next_choice == run.n_choices) fail("the model asks for more values than the driver gives");
    value v = run.choices[run.next_choice++];
    if (v.kind != kind) fail("the model asks for a value of another kind (choice %zu)", run.next_choice);
    return v;
}

/* The primitives of latch.h. */

#define ANY(type, name)                                                                                                              \
    type name(void);                                                                                                                 \
    type name(void)                                                                                                                  \
    {                                                                                                                                \
        long long number = next_choice('i').number;                                                                                  \
        if ((long long)(type)number != number) fail("the model asks for a " #type ", the real function has %lld", number);           \
        return (type)number;                                                                                                         \
    }
#define ANY_REAL(type, name) \
    type name(void);         \
    type name(void) { return (type)next_choice('d').real; }

ANY(_Bool, latch_any_bool)
ANY(char, latch_any_char)
ANY(int, latch_any_int)
ANY(unsigned, latch_any_unsigned)
ANY(long, latch_any_long)
ANY(unsigned long, latch_any_ulong)
ANY(long long, latch_any_llong)
ANY(unsigned long long, latch_any_ullong)
ANY_REAL(float, latch_any_float)
ANY_REAL(double, latch_any_double)
ANY_REAL(long double, latch_any_ldouble)
ANY(int, latch_input_stdin)
ANY(int, latch_input_file)
ANY(int, latch_input_open)
int latch_input_end(void);
int latch_input_end(void) { return 0; } /* nothing fails here */
ANY(int, latch_input_getenv)
ANY(int, latch_input_variable)
ANY(int, latch_input_rand)
ANY(long, latch_input_time)
ANY(long, latch_input_clock)
ANY(int, latch_input_pid)

void latch_stream(int number);
void latch_stream(int number) { (void)number; }
void latch_seed(unsigned seed);
void latch_seed(unsigned seed) { (void)seed; }

void latch_assume(int condition);
void latch_assume(int condition)
{
    if (!condition) fail("the model does not allow what the real function did (latch_assume)");
}

void latch_assumption(const char *what);
void latch_assumption(const char *what) { (void)what; }

void latch_exit(int status);
void (*when_model_exits)(int status);
void latch_exit(int status)
{
    if (when_model_exits) when_model_exits(status);
    fail("the model exits with %d", status);
}
void latch_abort(void);
void latch_abort(void) { fail("the model aborts"); }
void latch_limit(const char *what);
void latch_limit(const char *what) { fail("the model has a limit here: %s", what); }

void latch_require_bounds(int condition, const char *what);
void latch_require_bounds(int condition, const char *what)
{
    if (!condition) fail("%s", what);
}
void latch_looks_at(const void *memory);
void latch_looks_at(const void *memory) { (void)memory; }

void latch_run_destructors(void);
void latch_run_destructors(void)
{
    if (!when_model_exits) fail("the model runs destructors");
}

size_t latch_heap_size(const void *object);
size_t latch_heap_size(const void *object) { return malloc_usable_size((void *)object); }

/* ---- rounds ---- */

static void map_worlds(void)
{
    run.page = (size_t)sysconf(_SC_PAGESIZE);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < N_SLOTS; i++) {
            char *slot = mmap(NULL, 2 * run.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (slot == MAP_FAILED || mprotect(slot + run.page, run.page, PROT_NONE)) {
                perror("mmap");
                exit(2);
            }
            run.worlds[side].slots[i] = slot;
        }
    }
}

static void run_side(const driver *d, bool on_model, uint64_t seed)
{
    run.on_model = on_model;
    run.now = &run.worlds[on_model];
    run.now->n_log = 0;
    run.n_blocks = 0;
    run.random = seed;
    run.next_choice = 0;
    errno = latch_errno = any_between(0, 3) ? 0 : ENOENT;
    if (sigsetjmp(run.way_out, 1) == 0) {
        d->run(on_model);
        int error = *world_errno();
        see(error);
    }
}

static bool values_equal(value a, value b)
{
    if (a.kind != b.kind || a.number != b.number) return false;
    return a.kind != 'd' || (isnan(a.real) && isnan(b.real)) || (a.real == b.real && signbit(a.real) == signbit(b.real));
}

static void compare_logs(const world *real, const world *model)
{
    for (size_t i = 0; i < real->n_log && i < model->n_log; i++) {
        value a = real->log[i], b = model->log[i];
        if (values_equal(a, b)) continue;
        if (i + 1 == real->n_log) fail("errno is %lld, of the model %lld", a.number, b.number);
        if (a.kind == 'd' && b.kind == 'd') fail("result %zu is %La, of the model %La", i, a.real, b.real);
        fail("result %zu is %lld, of the model %lld", i, a.number, b.number);
    }
    if (real->n_log != model->n_log) fail("%zu results, of the model %zu", real->n_log, model->n_log);
}

static void compare_worlds(void)
{
    if (sigsetjmp(run.way_out, 1)) return;
    const world *real = &run.worlds[0], *model = &run.worlds[1];
    compare_logs(real, model);
    if (run.next_choice != run.n_choices) fail("the model asks for %zu of %zu values", run.next_choice, run.n_choices);
    for (size_t i = 0; i < run.n_blocks; i++) {
        const char *a = window(real, i), *b = window(model, i);
        if (memcmp(a, b, WINDOW) == 0) continue;
        size_t k = 0;
        while (a[k] == b[k]) k++;
        fail("block %zu: byte %zu before its end is %d, of the model %d", i, WINDOW - k, a[k], b[k]);
    }
}

static bool drive(const driver *d, unsigned rounds)
{
    struct itimerval limit = {.it_value.tv_sec = SECONDS_FOR_A_DRIVER};
    setitimer(ITIMER_REAL, &limit, NULL);
    run.failed = false;
    for (unsigned round = 0; round < rounds && !run.failed; round++) {
        uint64_t seed = (uint64_t)round * 0x632be59bd9b4e019u + 1;
        run.n_choices = 0;
        run.always.kind = 0;
        run_side(d, false, seed);
        if (!run.failed) run_side(d, true, seed);
        if (!run.failed) compare_worlds();
        if (run.failed) printf("FAIL %s (%s), round %u: %s\n", d->name, d->kind, round, run.message);
    }
    return !run.failed;
}

extern const driver *const __start_drivers[], *const __stop_drivers[];

static bool is_asked_for(const driver *d, char **names, int n)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(names[i], d->name) == 0) return true;
    }
    return n == 0;
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGALRM, SIGABRT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
        sigaction(numbers[i], &action, NULL);
    }
}

int main(int argc, char **argv)
{
    bool lists = argc > 1 && strcmp(argv[1], "--list") == 0;
    unsigned rounds = 2000, passed = 0, failed = 0;
    int first = lists ? 2 : 1;
    if (argc > 2 && strcmp(argv[1], "--rounds") == 0) {
        rounds = (unsigned)atoi(argv[2]);
        first = 3;
    }
    map_worlds();
    catch_signals();
    for (const driver *const *d = __start_drivers; d < __stop_drivers; d++) {
        if (lists) printf("%s %s\n", (*d)->name, (*d)->kind);
        else if (!is_asked_for(*d, argv + first, argc - first)) continue;
        else if (drive(*d, rounds)) passed++;
        else failed++;
    }
    if (!lists) printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
