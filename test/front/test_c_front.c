/* The law of the C front end: the program it makes, run by the interpreter, prints and returns what the compiled program does. */

#include "front/llvm/c_front.h"
#include "program/interpret.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct snippet {
    const char *name, *source;
} snippet;
#define SNIPPET(name, ...) {#name, #__VA_ARGS__}

static const char PRELUDE[] = "#include <assert.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";

/* Each defines `int NAME(void)`; all are parts of one file. */
static const snippet SNIPPETS[] = {
    SNIPPET(arithmetic, int arithmetic(void) { int a = 17, b = -5; printf("%d %d %d %d %d\n", a + b, a - b, a * b, a / b,
        a % b); return a; }),
    SNIPPET(negative_division, int negative_division(void) {
        for (int i = -7; i <= 7; i++) for (int j = -3; j <= 3; j++) if (j) printf("%d %d ", i / j, i % j);
        return 0;
    }),
    SNIPPET(unsigned_wrap, int unsigned_wrap(void) {
        unsigned u = 3; u -= 5; unsigned char c = 250; c += 10; unsigned short s = 0; s--;
        printf("%u %u %u %u\n", u, (unsigned)c, (unsigned)s, u * 7u); return (int)(u % 100);
    }),
    SNIPPET(casts, int casts(void) {
        long long big = 0x123456789abcdefLL; int i = (int)big; signed char c = (signed char)200;
        unsigned char uc = (unsigned char)-1;
        short s = (short)70000; unsigned u = (unsigned)-3; long l = c; unsigned long ul = (unsigned long)c;
        printf("%d %d %d %d %u %ld %lu\n", i, c, uc, s, u, l, ul); return 0;
    }),
    SNIPPET(shifts, int shifts(void) {
        int a = -64; unsigned b = 0x80000000u; int n = 3;
        printf("%d %u %d %u %d\n", a >> 2, b >> 4, a >> n, b >> n, 5 << n); return 0;
    }),
    SNIPPET(bit_operations, int bit_operations(void) {
        unsigned a = 0xdeadbeefu, b = 0x0ff00ff0u; int c = -77, d = 1234;
        printf("%u %u %u %u %d %d %d %d\n", a & b, a | b, a ^ b, ~a, c & d, c | d, c ^ d, ~c);
        unsigned r = 0; for (int i = 0; i < 32; i++) { r = (r << 1) | (a & 1); a >>= 1; } printf("%u\n", r); return 0;
    }),
    SNIPPET(comparisons, int comparisons(void) {
        int a = -1; unsigned b = 1; int r = 0;
        if ((unsigned)a > b) r |= 1; if (a < (int)b) r |= 2; if (a <= -1 && b >= 1) r |= 4; if (!(a == -1 || b == 0)) r |= 8;
        return r;
    }),
    SNIPPET(logic, static int calls_made; static int count(int v) { calls_made++; return v; } int logic(void) {
        int r = count(0) && count(1); r += count(1) || count(0); r += count(1) ? 10 : 20; return r * 10 + calls_made;
    }),
    SNIPPET(booleans, _Bool flag_of(int x) { return x; } int booleans(void) {
        _Bool a = 5, b = flag_of(0); _Bool c = a ^ b; a = !a; return a * 4 + b * 2 + c;
    }),
    SNIPPET(loops_nested, int loops_nested(void) {
        int s = 0; for (int i = 0; i < 5; i++) { int j = 0; while (1) { if (j == i) break; j++; if (j % 2) continue;
        s += i * j; } do { s++; } while (s % 3); }
        return s;
    }),
    SNIPPET(switches, int switches(void) {
        int s = 0;
        for (int i = -2; i < 8; i++) switch (i) { case 0: s += 1; case 1: s += 10; break; case 5: case 6: s += 100; break;
        default: s += 1000; }
        return printf("%d\n", s), 0;
    }),
    SNIPPET(gotos, int gotos(void) { int i = 0, s = 0; again: s += i; if (++i < 5) goto again; if (s == 10) goto out; s = 99;
        out: return s; }),
    SNIPPET(array_sum, int array_sum(void) { int a[6] = {5, 3, 9}; int s = 0; a[4] = 7; for (int i = 0; i < 6;
        i++) s = s * 3 + a[i]; return printf("%d\n", s), 0; }),
    SNIPPET(sorting, int sorting(void) {
        int a[7] = {4, -2, 9, 0, 7, 7, -8};
        for (int i = 0; i < 7; i++) for (int j = 0; j + 1 < 7 - i; j++) if (a[j] > a[j + 1]) { int x = a[j]; a[j] = a[j + 1];
        a[j + 1] = x; }
        for (int i = 0; i < 7; i++) printf("%d ", a[i]);
        return 0;
    }),
    SNIPPET(matrix, static int grid[3][4]; int matrix(void) {
        for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) grid[i][j] = i * 10 + j;
        int s = 0; for (int j = 0; j < 4; j++) s += grid[j % 3][j]; return s;
    }),
    SNIPPET(struct_members, struct point { int x, y; }; int struct_members(void) { struct point p = {3, 4}, q; q = p;
        q.x += 10; p.y--; return p.x + p.y * 10 + q.x * 2 + q.y; }),
    SNIPPET(struct_by_value, struct trio { int a; long b; char c; }; static struct trio twist(struct trio t) { t.a++;
        t.b *= 2; t.c = 'x'; return t; }
        int struct_by_value(void) { struct trio t = {1, 20, 'a'}; struct trio u = twist(t); printf("%d %ld %c %d %ld %c\n",
        t.a, t.b, t.c, u.a, u.b, u.c); return 0; }),
    SNIPPET(small_struct, struct pair { int x, y; }; static struct pair swap_pair(struct pair p) { struct pair q = {p.y,
        p.x}; return q; }
        int small_struct(void) { struct pair p = {7, 9}; p = swap_pair(p); return p.x * 10 + p.y; }),
    SNIPPET(big_struct, struct big { int v[20]; }; static int sum_big(struct big b) { int s = 0; for (int i = 0; i < 20;
        i++) { s += b.v[i]; b.v[i] = 0; } return s; }
        int big_struct(void) { struct big b; for (int i = 0; i < 20; i++) b.v[i] = i; int s = sum_big(b);
        return s + sum_big(b) + b.v[19] - 300; }),
    SNIPPET(array_of_structs, struct item { int key; short weight; }; static struct item items[5]; int array_of_structs(void) {
        for (int i = 0; i < 5; i++) { items[i].key = i * i; items[i].weight = (short)(10 - i); }
        struct item *p = &items[3]; p->key += p->weight; int s = 0; for (p = items; p < items + 5;
        p++) s += p->key * p->weight; return s % 251;
    }),
    SNIPPET(pointers, static void bump(int *p) { ++*p; } int pointers(void) { int x = 1, y = 5; int *p = &x; bump(p);
        bump(&y); p = &y; *p += 10; bump(&x); return x * 20 + y; }),
    SNIPPET(pointer_arithmetic, int pointer_arithmetic(void) {
        int a[10]; for (int *p = a; p != a + 10; p++) *p = (int)(p - a) * 3; int *q = a + 7; q -= 4; long d = &a[9] - q;
        return (int)d + q[-1] + q[2];
    }),
    SNIPPET(pointer_to_pointer, int pointer_to_pointer(void) { int a = 1, b = 2; int *p = &a; int **pp = &p; **pp = 10;
        *pp = &b; **pp = 20; return a + b + *p; }),
    SNIPPET(linked_list, struct node { int v; struct node *next; }; int linked_list(void) {
        struct node *head = NULL; for (int i = 0; i < 6; i++) { struct node *n = malloc(sizeof *n); n->v = i * i;
        n->next = head; head = n; }
        int s = 0; for (struct node *n = head; n; n = n->next) s = s * 2 + n->v; return s;
    }),
    SNIPPET(heap_arrays, int heap_arrays(void) {
        int *a = malloc(5 * sizeof(int)), *b = calloc(5, sizeof(int)); for (int i = 0; i < 5; i++) a[i] = i + 1;
        b[2] = a[4]; int s = 0; for (int i = 0; i < 5; i++) s += a[i] + b[i]; free(a); free(b); return s;
    }),
    SNIPPET(unions, union mixed { unsigned u; unsigned char c[4]; unsigned short s[2]; }; int unions(void) {
        union mixed m; m.u = 0x11223344u; m.c[1] = 0xaa; printf("%x %x %x\n", m.u, m.s[0], m.c[3]); m.s[1] = 0x5566;
        return printf("%x\n", m.u), 0;
    }),
    SNIPPET(bit_fields, struct bits { unsigned a : 3; int b : 5; unsigned c : 20; }; int bit_fields(void) {
        struct bits x = {0}; x.a = 13; x.b = -9; x.c = 0xfffffu; x.c += 3; return printf("%u %d %u\n", x.a, x.b, x.c), 0;
    }),
    SNIPPET(type_punning, int type_punning(void) { int x = 0x01020304; unsigned char *p = (unsigned char *)&x; int s = 0;
        for (int i = 0; i < 4; i++) s = s * 3 + p[i]; p[3] = 9; return printf("%d %d\n", s, x), 0; }),
    SNIPPET(recursion, static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int recursion(void) {
        return fib(10); }),
    SNIPPET(recursion_with_arrays, static int walk(int n) { int a[3]; a[0] = n; a[1] = n > 0 ? walk(n - 1) : 0;
        a[2] = n > 1 ? walk(n - 2) : 1; return a[0] + a[1] + a[2]; } int recursion_with_arrays(void) { return walk(6) % 256;
        }),
    SNIPPET(recursion_by_address, static void down(int n, int *out) { int here = n; if (n > 0) down(n - 1, &here);
        *out = *out * 2 + here + n; } int recursion_by_address(void) { int r = 1; down(5, &r); return r; }),
    SNIPPET(mutual_recursion, static int is_odd(int n); static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
        static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); } int mutual_recursion(void) {
        return is_even(10) * 2 + is_even(7); }),
    SNIPPET(function_pointers, static int twice(int x) { return 2 * x; } static int square(int x) { return x * x; }
        int function_pointers(void) {
        int (*table[2])(int) = {twice, square}; int s = 0; for (int i = 0; i < 4; i++) s = s * 3 + table[i % 2](i + 1);
        return printf("%d\n", s), 0;
    }),
    SNIPPET(callbacks, static int apply(int (*f)(int, int), int a, int b) { return f ? f(a, b) : -1; }
        static int larger(int a, int b) { return a > b ? a : b; } static int product(int a, int b) { return a * b; }
        int callbacks(void) { return apply(larger, 3, 9) + apply(product, 4, 5) + apply(NULL, 0, 0); }),
    SNIPPET(static_locals, static int next(void) { static int n = 40; static int steps[2] = {1, 2}; n += steps[n & 1];
        return n; } int static_locals(void) { next(); next(); return next(); }),
    SNIPPET(global_initialisers, static int numbers[5] = {10, 20, 30}; static struct { const char *name; int *where; long v;
        } table[2] = {{"one", &numbers[1], 5}, {"two", numbers, -6}};
        int global_initialisers(void) { *table[0].where += 3; return printf("%d %d %ld %ld %s\n", numbers[1],
        *table[1].where, table[0].v, table[1].v, "end"), 0; }),
    SNIPPET(string_literals, int string_literals(void) { const char *s = "hello"; int n = 0; while (s[n]) n++;
        char t[] = "abc"; t[1] = 'x'; return n * 10 + (t[1] == 'x') + (t[3] == 0) + (s[4] == 'o'); }),
    SNIPPET(string_functions, int string_functions(void) {
        char a[20] = "abc", b[20]; strcpy(b, a); strcat(b, "def"); printf("%d %d %d\n", (int)strlen(b), strcmp(a, b) < 0,
        strcmp(b, "abcdef") == 0);
        char c[8]; strncpy(c, b, 8); return (int)strlen(c) * 10 + (memcmp(a, b, 3) == 0) + (strncmp(a, b, 4) != 0) + c[7];
    }),
    SNIPPET(memory_functions, int memory_functions(void) {
        int a[5] = {1, 2, 3, 4, 5}, b[5]; memcpy(b, a, sizeof a); memset(a, 0, sizeof a); b[2] += a[3]; memmove(b + 1, b,
        3 * sizeof(int)); a[0] = b[1]; memset(a, 1, 4);
        printf("%d %d %d %d %d %d\n", a[0], b[0], b[1], b[2], b[3], b[4]); return 0;
    }),
    SNIPPET(memory_loops, int memory_loops(void) { char a[16], b[16]; int n = 0; for (int i = 0; i < 16; i++) {
        a[i] = (char)i; n += i < 9; } memset(b, 7, 16); memcpy(b, a, (size_t)n); memmove(a + 2, a, (size_t)n); memset(b + n,
        n, (size_t)(n - 4)); int s = 0; for (int i = 0; i < 16; i++) s = (s * 3 + a[i] + b[i]) % 1009; return printf("%d\n",
        s), 0; }),
    SNIPPET(variable_length, static int triangle(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; int s = 0;
        for (int i = 0; i < n; i++) s += a[i]; return s; } int variable_length(void) { return triangle(5) + triangle(9); }),
    SNIPPET(ternaries, int ternaries(void) { int s = 0; for (int i = 0; i < 6;
        i++) s += i % 2 ? i > 3 ? 100 : 10 : i ? 1 : 1000; return printf("%d\n", s), 0; }),
    SNIPPET(comma_and_compound, int comma_and_compound(void) { int a = 1, b; b = (a += 4, a *= 2, a - 1); a <<= 2; b ^= a;
        a %= 7; return a + b; }),
    SNIPPET(increments, int increments(void) { int a[3] = {1, 2, 3}; int i = 0; int x = a[i++] + a[i++];
        int y = ++a[0] * 2 + a[1]-- - --a[2]; int *p = a; *p++ += 5;
        return x + y * 2 + a[0] * 3 + a[1] + a[2] + (int)(p - a) + i; }),
    SNIPPET(enums, enum colour { RED, GREEN = 5, BLUE }; int enums(void) { enum colour c = GREEN; int s = 0; for (c = RED;
        c <= BLUE; c++) s += c == GREEN ? 100 : (int)c; return s; }),
    SNIPPET(long_long, int long_long(void) { long long a = 0x7fffffffffffLL, b = -3;
        unsigned long long c = 18446744073709551615ULL; a *= 5; c /= 7; printf("%lld %llu %lld %lld\n", a, c, a / b,
        a % 1000003); return (int)(c % 256); }),
    SNIPPET(chars, int chars(void) { char c = 'a'; int s = 0; while (c <= 'e') { s = s * 2 + (c - 'a'); c++; }
        signed char x = -128; unsigned char y = (unsigned char)x; return s + (x < 0) + (y == 128); }),
    SNIPPET(mixed_widths, int mixed_widths(void) { short a = -300; unsigned short b = 60000; int c = a * b;
        long d = (long)a * b; unsigned e = (unsigned)(a + b); printf("%d %ld %u %d\n", c, d, e, a > b); return 0; }),
    SNIPPET(exit_status, static void leave(int n) { if (n > 3) exit(n * 7); } int exit_status(void) { for (int i = 0;;
        i++) leave(i); return 0; }),
    SNIPPET(aborting, int aborting(void) { int x = 3; printf("before\n"); if (x == 3) abort(); return 1; }),
    SNIPPET(assertion_holds, int assertion_holds(void) { int s = 0; for (int i = 0; i <= 10; i++) s += i; assert(s == 55);
        return s; }),
    SNIPPET(assertion_fails, int assertion_fails(void) { int s = 0; for (int i = 0; i < 10; i++) s += i; assert(s == 55);
        return s; }),
    SNIPPET(compound_literals, struct v2 { int x, y; }; static int dot(const struct v2 *a, struct v2 b) {
        return a->x * b.x + a->y * b.y; } int compound_literals(void) { int *p = (int[]){4, 5, 6}; return dot(&(struct v2){2,
        3}, (struct v2){p[0], p[2]}); }),
    SNIPPET(nested_structs, struct inner { int a[2]; char tag; }; struct outer { struct inner in[2]; struct inner *link; };
        int nested_structs(void) {
        struct outer o; for (int i = 0; i < 2; i++) { o.in[i].tag = (char)('a' + i); o.in[i].a[0] = i; o.in[i].a[1] = 10 * i;
        } o.link = &o.in[1]; o.link->a[0] += 7; struct outer copy = o; copy.in[0].a[1] = 3;
        return o.in[1].a[0] + copy.in[1].a[1] + copy.in[0].a[1] + copy.link->tag - 'a' + o.in[0].a[1];
    }),
    SNIPPET(shared_globals, static int counter; static int *alias = &counter; static void add_to(int n) { *alias += n;
        counter *= 2; } int shared_globals(void) { add_to(3); counter++; add_to(*alias); return counter; }),
    SNIPPET(old_value_kept, int old_value_kept(void) { int x = 5; int y = x++ + x; int z = x; x = 9; z += x; int a[2] = {1,
        2}; int i = 0; int k = a[i]; a[0] = 8; i = 1; return y + z * 2 + k + a[i]; }),
    SNIPPET(swap_by_pointer, static void exchange(int *a, int *b) { int t = *a; *a = *b; *b = t; }
        int swap_by_pointer(void) { int a[3] = {1, 2, 3}; exchange(&a[0], &a[2]); exchange(a, a + 1); int x = 4, y = 5;
        exchange(&x, &y); return a[0] * 100 + a[1] * 10 + a[2] - x * y; }),
    SNIPPET(stack, static int stack_items[16]; static unsigned top; static void push(int v) { stack_items[top++] = v; }
        static int pop(void) { return stack_items[--top]; } int stack(void) { for (int i = 0; i < 5; i++) push(i * 3);
        int s = 0; while (top) s = s * 2 + pop(); return s; }),
    SNIPPET(entry_recursion, int again(int); int entry_recursion(void) { static int left = 4; static int sum[2];
        sum[left & 1] += left; return --left ? again(left) : sum[0] * 10 + sum[1]; } int again(int n) {
        return entry_recursion() + n; }),
    SNIPPET(recursive_structs, struct rs { int v[3]; int n; }; static int shrink(struct rs s) { if (s.n == 0) return s.v[0];
        struct rs t = s; t.n--; t.v[0] += s.n; int r = shrink(t); return r * 2 + s.v[0] + s.n; }
        int recursive_structs(void) { struct rs s = {{1, 2, 3}, 4}; return shrink(s); }),
    SNIPPET(fresh_locals, static int fill(int n) { int a[4]; for (int i = 0; i < n; i++) a[i] = i + n; int s = 0;
        for (int i = 0; i < n; i++) s += a[i]; return s; } int fresh_locals(void) { return fill(4) + fill(2) * 2 + fill(3);
        }),
    SNIPPET(big_local_arrays, static int spread(int n) { int a[100]; for (int i = 0; i < 100; i++) a[i] = i * n;
        return a[n] + a[99]; } int big_local_arrays(void) { int s = 0; for (int i = 1; i < 4; i++) { int b[30];
        for (int j = 0; j < 30; j++) b[j] = j; s += spread(i) + b[i]; } return s % 256; }),
    SNIPPET(gcd, static unsigned gcd_of(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b; b = t; } return a; }
        int gcd(void) { return (int)(gcd_of(1071, 462) + gcd_of(17, 5)); }),
    SNIPPET(primes, int primes(void) { char sieve[60]; memset(sieve, 1, sizeof sieve); int n = 0; for (int i = 2; i < 60;
        i++) { if (!sieve[i]) continue; n++; for (int j = i * i; j < 60; j += i) sieve[j] = 0; } return n; }),
    SNIPPET(builtins, int builtins(void) {
        unsigned x = 0x00f0a001u; int r; int over = __builtin_add_overflow(2147483647, 1, &r); unsigned u;
        int under = __builtin_sub_overflow(1u, 2u, &u);
        printf("%d %d %d %d %u %u %d\n", __builtin_popcount(x), __builtin_clz(x), __builtin_ctz(x << 3), over, u,
        __builtin_bswap32(x), under); return abs(-5) + (__builtin_expect(r < 0, 0) ? 1 : 2);
    }),
    SNIPPET(pointer_comparison, int pointer_comparison(void) { int a[4]; int b; int *p = a, *q = &a[3]; int r = p < q;
        r = r * 2 + (p != NULL); r = r * 2 + (p + 3 == q); r = r * 2 + (q != &b); return r; }),
    SNIPPET(integer_pointers, int integer_pointers(void) { int a[2] = {3, 4}; unsigned long n = (unsigned long)a;
        int *p = (int *)(n + sizeof(int)); *p += 10; return a[1] + (int)(((unsigned long)&a[1] - n)); }),
    SNIPPET(short_circuit_memory, static int cells[4] = {0, 1, 0, 2}; int short_circuit_memory(void) { int i = 0;
        while (i < 4 && cells[i] != 2) i++; int *p = i < 4 ? &cells[i] : 0; return p && *p ? i * 10 + *p : 99; }),
    SNIPPET(parameter_changes, static int consume(int n, int *left) { while (n > 0) { n -= 2; --*left; } return n; }
        int parameter_changes(void) { int left = 10; int n = 7; int r = consume(n, &left); return r + left * 10 + n; }),
    SNIPPET(many_variables, int many_variables(void) { int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9,
        j = 10; int s = a + b * c - d + e * f - g + h * i - j; a = s; return a + b + c + d + e + f + g + h + i + j; }),
};
enum { SNIPPET_COUNT = sizeof SNIPPETS / sizeof *SNIPPETS };

typedef struct fixture {
    char folder[64], source[96], bitcode[96], optimised[96], binary[96];
} fixture;

static void run_command(const char *command)
{
    int status = system(command);
    if (status) print_error("failed: %s\n", command);
    assert_int_equal(status, 0);
}

static void write_suite(const char *path)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(PRELUDE, f);
    for (size_t i = 0; i < SNIPPET_COUNT; i++) fprintf(f, "%s\n", SNIPPETS[i].source);
    fputs("int main(int argc, char **argv) {\n    (void)argc;\n", f);
    for (size_t i = 0; i < SNIPPET_COUNT; i++) fprintf(f, "    if (!strcmp(argv[1], \"%s\")) return %s();\n", SNIPPETS[i].name, SNIPPETS[i].name);
    fputs("    return 0;\n}\n", f);
    fclose(f);
}

static int set_up(void **state)
{
    fixture *x = calloc(1, sizeof *x);
    strcpy(x->folder, "/tmp/latch-test-XXXXXX");
    if (!mkdtemp(x->folder)) return -1;
    snprintf(x->source, sizeof x->source, "%s/all.c", x->folder);
    snprintf(x->bitcode, sizeof x->bitcode, "%s/all.bc", x->folder);
    snprintf(x->optimised, sizeof x->optimised, "%s/optimised.bc", x->folder);
    snprintf(x->binary, sizeof x->binary, "%s/all", x->folder);
    write_suite(x->source);
    char command[512];
    snprintf(command, sizeof command, "clang-19 -O0 -g -w -fno-discard-value-names -emit-llvm -c %s -o %s", x->source, x->bitcode);
    run_command(command);
    snprintf(command, sizeof command, "clang-19 -O1 -fno-vectorize -fno-slp-vectorize -w -emit-llvm -c %s -o %s", x->source, x->optimised);
    run_command(command);
    snprintf(command, sizeof command, "cc -O0 -w %s -o %s", x->source, x->binary);
    run_command(command);
    *state = x;
    return 0;
}

static int tear_down(void **state)
{
    fixture *x = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", x->folder);
    run_command(command);
    free(x);
    return 0;
}

/* Runs the compiled program; the exit status, or -signal. */
static int run_native(const fixture *x, const char *name, text *output)
{
    char command[256];
    snprintf(command, sizeof command, "exec %s %s 2>/dev/null", x->binary, name);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    char buffer[512];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text_add(output, buffer, n);
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static program *load(term_store *ts, const char *file, const char *entry, uint32_t checks, diag *error)
{
    c_front_options options = {.bits = 64, .entry = entry, .checks = checks};
    program *p = c_front_load(ts, &file, 1, &options, error);
    if (p) assert_null(program_check(p));
    return p;
}

static void compare_runs(const fixture *x, const char *bitcode, const char *name, uint32_t checks)
{
    text expected;
    text_init(&expected);
    int status = run_native(x, name, &expected);
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    program *p = load(ts, bitcode, name, checks, &error);
    if (!p) print_error("%s: %s\n", name, error.message);
    assert_non_null(p);
    run_result r;
    run_result_init(&r);
    interpret(p, &(interpret_options){.default_inputs = true, .max_steps = 1000000}, &r);
    bool same_end = status == -SIGABRT ? r.end == RUN_BLOCKED || r.end == RUN_VIOLATED
                                       : (r.end == RUN_RETURNED || r.end == RUN_EXITED) && (r.status & 255) == status;
    /* what an aborted program has printed is still in its buffer */
    bool same_output = status == -SIGABRT || strcmp(expected.data, r.output.data) == 0;
    if (!same_end || !same_output)
        print_error("%s: end %d status %ld, compiled %d\n--- %s\n--- compiled: %s\n", name, (int)r.end, (long)r.status, status, r.output.data, expected.data);
    assert_true(same_end);
    assert_true(same_output);
    run_result_release(&r);
    program_free(p);
    diag_release(&error);
    term_store_free(ts);
    text_release(&expected);
}

static void test_interpreter_is_compiled_program(void **state)
{
    const fixture *x = *state;
    for (size_t i = 0; i < SNIPPET_COUNT; i++) compare_runs(x, x->bitcode, SNIPPETS[i].name, 1u << GOAL_ASSERT);
}

/* None of them does anything that C leaves undefined; wrap-around, conversions, abort and memory that is left are not. (What was set is
 * known less exactly: GOAL_UNINIT.) */
static const uint32_t UNDEFINED_KINDS = (1u << GOAL_LEAK) - 1;
static void test_all_checks(void **state)
{
    const fixture *x = *state;
    for (size_t i = 0; i < SNIPPET_COUNT; i++) compare_runs(x, x->bitcode, SNIPPETS[i].name, UNDEFINED_KINDS);
}

/* The same for code in the form that an optimiser leaves: no debug information, phis, selects, built-in functions. */
static void test_optimised_bitcode(void **state)
{
    const fixture *x = *state;
    for (size_t i = 0; i < SNIPPET_COUNT; i++) compare_runs(x, x->optimised, SNIPPETS[i].name, 1u << GOAL_ASSERT);
}

/* ---- properties of single programs ---- */

static program *load_text(term_store *ts, const fixture *x, const char *source, uint32_t checks, diag *error)
{
    char path[128];
    snprintf(path, sizeof path, "%s/one.c", x->folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(source, f);
    fclose(f);
    return load(ts, path, "main", checks, error);
}

static run_end run_text(const fixture *x, const char *source, uint32_t checks, goal_kind *violated, uint32_t *line)
{
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    program *p = load_text(ts, x, source, checks, &error);
    if (!p) print_error("%s: %s\n", source, error.message);
    assert_non_null(p);
    run_result r;
    run_result_init(&r);
    interpret(p, &(interpret_options){.default_inputs = true, .max_steps = 100000}, &r);
    if (r.end == RUN_VIOLATED) {
        *violated = program_goal(p, r.goal)->kind;
        *line = program_goal(p, r.goal)->place.line;
    }
    run_end end = r.end;
    run_result_release(&r);
    program_free(p);
    diag_release(&error);
    term_store_free(ts);
    return end;
}

static void test_goals(void **state)
{
    static const struct {
        goal_kind kind;
        uint32_t line;
        const char *source;
    } cases[] = {
        {GOAL_OVERFLOW, 3, "int main(void) {\n int x = 2147483647;\n x++;\n return 0;\n}\n"},
        {GOAL_OVERFLOW, 2, "int f(int a, int b) {\n return a * b;\n}\nint main(void) { return f(100000, 100000); }\n"},
        {GOAL_DIV, 3, "int main(void) {\n int x = 0;\n return 5 / x;\n}\n"},
        {GOAL_DIV, 3, "int main(void) {\n int x = -2147483647 - 1, y = -1;\n return x % y;\n}\n"},
        {GOAL_SHIFT, 3, "int main(void) {\n int n = 32;\n return 1 << n;\n}\n"},
        {GOAL_BOUNDS, 4, "int main(void) {\n int a[4] = {0};\n int i = 4;\n return a[i];\n}\n"},
        {GOAL_POINTER, 3, "int main(void) {\n int *p = 0;\n return *p;\n}\n"},
        {GOAL_ASSERT, 3, "void __VERIFIER_error(void);\nint main(void) {\n __VERIFIER_error();\n}\n"},
        {GOAL_ASSERT, 3, "void __VERIFIER_assert(int);\nint main(void) {\n __VERIFIER_assert(1 > 2);\n}\n"},
        {GOAL_ASSERT, 1, "void reach_error(void) {}\nint main(void) { return 0; }\nint g(void) { reach_error(); }\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        goal_kind kind = GOAL_KINDS;
        uint32_t line = 0;
        run_end end = run_text(*state, cases[i].source, 1u << cases[i].kind, &kind, &line);
        if (strstr(cases[i].source, "int g(void)")) {
            assert_int_equal(end, RUN_RETURNED);
            continue;
        }
        assert_int_equal(end, RUN_VIOLATED);
        assert_int_equal(kind, cases[i].kind);
        assert_int_equal(line, cases[i].line);
        /* without the check the run just ends there, but for what is not undefined in the model */
        if (cases[i].kind != GOAL_BOUNDS && cases[i].kind != GOAL_POINTER)
            assert_int_equal(run_text(*state, cases[i].source, 0, &kind, &line), RUN_BLOCKED);
    }
}

/* Goals that clang's own checks tell, and those with ghosts: without the check, the run goes on as on the machine (or ends, at a trap). */
static void test_goals_beyond_instructions(void **state)
{
    static const struct {
        goal_kind kind;
        uint32_t line; /* 0: it holds */
        const char *source;
    } cases[] = {
        {GOAL_OVERFLOW, 2, "int main(void) {\n return 1 << 31;\n}\n"},
        {GOAL_OVERFLOW, 3, "int main(void) {\n int x = -1;\n return x << 3;\n}\n"},
        {GOAL_OVERFLOW, 0, "int main(void) {\n int n = 30;\n return (1 << n) + (1u << 31 != 0);\n}\n"},
        {GOAL_OVERFLOW, 3, "int main(void) {\n int x = -2147483647 - 1, y = -1;\n return x % y;\n}\n"},
        {GOAL_UNSIGNED, 3, "int main(void) {\n unsigned x = 0;\n return x - 1 == 7;\n}\n"},
        {GOAL_UNSIGNED, 0, "int main(void) {\n unsigned x = 1;\n return x - 1 == 7;\n}\n"},
        {GOAL_CONVERSION, 3, "int main(void) {\n int x = 300;\n unsigned char c = x;\n return c;\n}\n"},
        {GOAL_CONVERSION, 0, "int main(void) {\n int x = 300;\n unsigned char c = (unsigned char)x;\n return c;\n}\n"},
        {GOAL_ABORT, 3, "void abort(void);\nint main(void) {\n abort();\n}\n"},
        {GOAL_ABORT, 2, "int main(void) {\n __builtin_unreachable();\n}\n"},
        {GOAL_LEAK, 4, "void *malloc(unsigned long);\nint main(void) {\n char *p = malloc(3);\n return p == 0;\n}\n"},
        {GOAL_LEAK, 0, "void *malloc(unsigned long);\nvoid free(void *);\nint main(void) {\n free(malloc(3));\n return 0;\n}\n"},
        {GOAL_UNINIT, 3, "int main(void) {\n int x;\n if (x) return 1;\n return 0;\n}\n"},
        {GOAL_UNINIT, 0, "int main(void) {\n int x, y = 1;\n if (y) x = 2;\n if (x) return 1;\n return 0;\n}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        goal_kind kind = GOAL_KINDS;
        uint32_t line = 0;
        run_end end = run_text(*state, cases[i].source, 1u << cases[i].kind, &kind, &line);
        assert_int_equal(end, cases[i].line ? RUN_VIOLATED : RUN_RETURNED);
        assert_int_equal(line, cases[i].line);
        if (cases[i].line) assert_int_equal(kind, cases[i].kind);
        assert_int_not_equal(run_text(*state, cases[i].source, 0, &kind, &line), RUN_VIOLATED);
    }
}

static void test_refused(void **state)
{
    static const char source[] = "static char a[1ull << 60], b[1ull << 60], c[1ull << 60], d[1ull << 60], e[1ull << 60];\n"
                                 "int main(void) { char *p[] = {a, b, c, d, e}; return p[0] == p[1]; }\n";
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    assert_null(load_text(ts, *state, source, 1, &error));
    assert_non_null(error.message);
    assert_non_null(error.file);
    assert_int_equal(error.line, 2);
    diag_release(&error);
    term_store_free(ts);
}

static bool has_limit(const program *p)
{
    for (uint32_t i = 0; i < program_goal_count(p); i++)
        if (program_goal(p, (goal){i})->kind == GOAL_LIMIT) return true;
    return false;
}

/* What is not modelled is a goal of its own: it may never be reached. */
static void test_not_modelled(void **state)
{
    static const struct {
        bool is_modelled;
        const char *source;
    } cases[] = {
        {false, "#include <setjmp.h>\njmp_buf b;\nint main(void) { return setjmp(b); }\n"},
        {false, "#include <pthread.h>\nvoid *f(void *p) { return p; }\nint main(void) { pthread_t t; return pthread_create(&t, 0, f, 0); }\n"},
        {true, "int main(void) { __asm__(\"nop\"); return 0; }\n"},
        {true, "int main(void) { void *p = &&out; goto *p; out: return 0; }\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        term_store *ts = term_store_new();
        diag error;
        diag_init(&error);
        program *p = load_text(ts, *state, cases[i].source, 1, &error);
        assert_non_null(p);
        assert_int_equal(has_limit(p), !cases[i].is_modelled);
        program_free(p);
        diag_release(&error);
        term_store_free(ts);
    }
}

static void test_missing_entry(void **state)
{
    static const char *const sources[] = {"int f(void) { return 0; }\n", "int main(void);\nint f(void) { return main(); }\n", ""};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        term_store *ts = term_store_new();
        diag error;
        diag_init(&error);
        assert_null(load_text(ts, *state, sources[i], 1, &error));
        assert_non_null(strstr(error.message, "main"));
        diag_release(&error);
        term_store_free(ts);
    }
}

static bool has_assumption(const program *p, const char *words)
{
    for (size_t i = 0; i < program_assumption_count(p); i++) {
        place where;
        if (strstr(program_assumption(p, i, &where), words)) return true;
    }
    return false;
}

static void test_inputs(void **state)
{
    static const char source[] = "int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); int foo(int);\n"
                                 "int main(void) { int x = __VERIFIER_nondet_int(); unsigned char c = __VERIFIER_nondet_uchar(); int u; return x + c + foo(u); }\n";
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    program *p = load_text(ts, *state, source, 1, &error);
    assert_non_null(p);
    assert_true(has_assumption(p, "foo is not seen"));
    assert_true(has_assumption(p, "no signed overflow"));
    assert_false(has_assumption(p, "nondet"));
    term inputs[4] = {term_mk_int(ts, 77), term_mk_int(ts, -5), term_mk_int(ts, 200), term_mk_int(ts, 11)};
    run_result r;
    run_result_init(&r);
    interpret(p, &(interpret_options){.inputs = inputs, .n_inputs = 4, .max_steps = 1000}, &r);
    assert_int_equal(r.end, RUN_RETURNED);
    assert_int_equal(r.status, -5 + 200 + 11);
    assert_int_equal(r.used.size, 4);
    assert_string_equal(r.used.data[0].asked_by->name, "local u");
    assert_string_equal(r.used.data[1].asked_by->name, "__VERIFIER_nondet_int");
    assert_string_equal(r.used.data[2].asked_by->name, "__VERIFIER_nondet_uchar");
    assert_string_equal(r.used.data[3].asked_by->name, "foo");
    run_result_release(&r);
    program_free(p);
    diag_release(&error);
    term_store_free(ts);
}

static bool depends_on_order(const fixture *x, const char *expression)
{
    char source[2048];
    snprintf(source, sizeof source,
             "int getchar(void); int g, h, a[3]; struct t { struct t *l, *r; };\n"
             "static int next(void) { return ++g; }\n"
             "static int set(int *p) { return *p = 5; }\n"
             "static int get(const int *p) { return *p; }\n"
             "static int local(void) { int x[2]; for (int i = 0; i < 2; i++) x[i] = i; return x[1]; }\n"
             "static int both(int x, int y) { return 10 * x + y; }\n"
             "static int size(const struct t *t) { return t ? 1 + size(t->l) + size(t->r) : 0; }\n"
             "struct p { int v; }; static struct p make(void) { struct p x = {++g}; return x; }\n"
             "static struct p keep(int v) { struct p x = {v}; return x; }\n"
             "static int pair(struct p x, struct p y) { return 10 * x.v + y.v; }\n"
             "int main(void) { struct t n = {0, 0}; int i = 0, k = 0; %s; return i + k + size(&n); }\n", expression);
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    program *p = load_text(ts, x, source, 1, &error);
    assert_non_null(p);
    bool found = has_assumption(p, "clang's order");
    program_free(p);
    diag_release(&error);
    term_store_free(ts);
    return found;
}

/* Where C leaves the order of evaluation open, and it may matter, that is said. */
static void test_evaluation_order(void **state)
{
    static const char *const open[] = {"i = both(next(), next())", "i = g + next()", "i = k + set(&k)", "a[i] = i++", "i = i++ + 1", "i = both(k, k++)",
                                       "a[next()] = next()", "g += next()", "i = getchar() - getchar()", "i = get(&k) - set(&k)",
                                       "i = pair(make(), make())", "i = make().v - next()"};
    static const char *const fixed[] = {"i = both(next(), 3)", "i = h + next()", "i = k + set(&i)", "a[i++] = k", "i = i + 1", "i = both(k, i++)", "i = next() && next()",
                                        "i = next(); i += k", "i = (next(), next())", "h += next()", "i = get(&k) + get(&k)", "i = local() + local()", "i = k = k + 1",
                                        "i = next() ? next() : g", "i = pair(keep(1), keep(2))", "i = keep(1).v + next()"};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (!depends_on_order(*state, open[i])) fail_msg("%s", open[i]);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (depends_on_order(*state, fixed[i])) fail_msg("%s", fixed[i]);
}

/* Time linear in the number of blocks. */
static double time_to_load(const fixture *x, size_t blocks)
{
    char path[128];
    snprintf(path, sizeof path, "%s/large.ll", x->folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
          "target triple = \"x86_64-pc-linux-gnu\"\ndefine i32 @main() {\n  %x = alloca i32\n  %y = alloca i32\n  store i32 0, ptr %x\n  br label %b0\n", f);
    for (size_t i = 0; i < blocks; i++)
        fprintf(f, "b%zu:\n  %%v%zu = load i32, ptr %%x\n  %%c%zu = icmp slt i32 %%v%zu, %zu\n  store i32 %%v%zu, ptr %%y\n  br i1 %%c%zu, label %%b%zu, label %%end\n", i, i, i, i, i, i, i, i + 1);
    fprintf(f, "b%zu:\n  br label %%end\nend:\n  %%r = load i32, ptr %%y\n  ret i32 %%r\n}\n", blocks);
    fclose(f);
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    double start = limits_now();
    program *p = load(ts, path, "main", 1, &error);
    double seconds = limits_now() - start;
    assert_non_null(p);
    program_free(p);
    diag_release(&error);
    term_store_free(ts);
    return seconds;
}

static void test_many_blocks(void **state)
{
    double small = time_to_load(*state, 2000), large = time_to_load(*state, 20000);
    assert_true(large < 40 * small + 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interpreter_is_compiled_program), cmocka_unit_test(test_optimised_bitcode),
        cmocka_unit_test(test_all_checks), cmocka_unit_test(test_goals), cmocka_unit_test(test_goals_beyond_instructions), cmocka_unit_test(test_refused), cmocka_unit_test(test_not_modelled),
        cmocka_unit_test(test_missing_entry), cmocka_unit_test(test_inputs), cmocka_unit_test(test_evaluation_order), cmocka_unit_test(test_many_blocks),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
