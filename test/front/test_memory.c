/* Laws of the division of memory into regions:
 *  - accesses that touch the same byte have the same region. Checked on runs: every load and store of a program is instrumented
     to report
 *    address and region, and the run-time part below keeps the region of every byte. This is done for the snippets and for
     random programs;
 *  - the snippets' own claims: which places are told apart, and what kind of region they are. */

#include "front/llvm/memory/memory.h"
#include "front/llvm/module/variadic.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define C(...) #__VA_ARGS__

/* `same(a, b)`: the two lvalues have one region; and so on. Undefined functions are claims. */
static const char *const PREAMBLE =
    "#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n#include <stdint.h>\n#include <stddef.h>\n"
    "void claim_same(void *, int, void *, int); void claim_different(void *, int, void *, int);\n"
    "void claim_variable(void *, int); void claim_array(void *, int); void claim_bytes(void *, int);\n"
    "#define same(a, b) claim_same((void *)&(a), sizeof(a), (void *)&(b), sizeof(b))\n"
    "#define different(a, b) claim_different((void *)&(a), sizeof(a), (void *)&(b), sizeof(b))\n"
    "#define variable(a) claim_variable((void *)&(a), sizeof(a))\n"
    "#define array(a) claim_array((void *)&(a), sizeof(a))\n"
    "#define bytes(a) claim_bytes((void *)&(a), sizeof(a))\n"
    "int any(void); void *any_pointer(void);\n"
    "struct pair { int x; int y; }; struct list { struct list *next; int data; };\n";

/* Each one defines void t_NAME(void), which can be run. */
typedef struct snippet {
    const char *name, *code;
} snippet;

static const snippet SNIPPETS[] = {
    {"locals", C(void t_locals(void) { int a = 1; int b = 2; a = b; different(a, b); variable(a); variable(b); })},
    {"global", C(int g_global; int h_global; void t_global(void) { g_global = h_global; different(g_global, h_global);
        variable(g_global); })},
    {"fields", C(void t_fields(void) { struct pair s; s.x = 1; s.y = 2; different(s.x, s.y); variable(s.x); variable(s.y); })},
    {"two_targets", C(void t_two_targets(void) { int a = 0; int b = 0; int *p = any() ? &a : &b; *p = 1; same(*p, a);
        same(a, b); array(a); })},
    {"one_target", C(void t_one_target(void) { int a = 0; int *p = &a; *p = 1; same(*p, a); variable(a); })},
    {"swap", C(static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; } void t_swap(void) { int a = 1; int b = 2;
        int c = 3; c++; swap(&a, &b); swap(&b, &a); same(a, b); array(a); variable(c); different(a, c); })},
    {"fixed_index", C(void t_fixed_index(void) { int a[4]; a[0] = 1; a[3] = 2; different(a[0], a[3]); variable(a[0]); })},
    {"variable_index", C(void t_variable_index(void) { int a[4]; int b[4]; int i; for (i = 0; i < 4; i++) { a[i] = i;
        b[i] = a[i]; } same(a[0], a[i & 3]); different(a[0], b[0]); array(a[1]); variable(i); })},
    {"matrix", C(void t_matrix(void) { int a[3][5]; for (int i = 0; i < 3; i++) for (int j = 0; j < 5; j++) a[i][j] = j;
        same(a[0][0], a[2][4]); })},
    {"array_of_structs", C(void t_array_of_structs(void) { struct pair a[4]; int i; for (i = 0; i < 4; i++) { a[i].x = 1;
        a[i].y = 2; } int j = i & 3; same(a[j].x, a[0].x); same(a[j].y, a[1].y); different(a[j].x, a[j].y);
        different(a[j].x, a[0].y); array(a[0].x); })},
    {"walking_pointer", C(void t_walking_pointer(void) { int a[4]; int *p = a; while (p < a + 4) *p++ = 7; same(a[0], a[3]);
        same(a[2], a[1]); array(a[0]); })},
    {"walking_structs", C(void t_walking_structs(void) { struct pair a[4]; struct pair *p; for (p = a; p != a + 4; ++p) {
        p->x = 1; p->y = 2; } different(a[0].x, a[0].y); same(a[0].x, a[1].x); })},
    {"struct_with_array", C(struct with_array { int n; int a[3]; }; void t_struct_with_array(void) { struct with_array s;
        s.n = 3; for (int i = 0; i < 3; i++) s.a[i] = i; same(s.a[0], s.a[2]); same(s.n, s.a[1]); })},
    {"list", C(void t_list(void) { struct list *head = 0; for (int i = 0; i < 3; i++) { struct list *n = malloc(sizeof *n);
        n->next = head; n->data = i; head = n; } int sum = 0; for (struct list *p = head; p; p = p->next) sum += p->data;
        different(head->next, head->data); same(head->data, head->next->data); array(head->data); variable(sum); })},
    {"two_lists", C(static struct list *cons(struct list *next) { struct list *n = malloc(sizeof *n); n->next = next;
        n->data = 1; return n; } void t_two_lists(void) { struct list a; struct list b; a.next = &b; b.next = 0;
        a.data = b.data = 3; struct list *q = cons(cons(0)); same(a.next->data, b.data); same(q->data, q->next->data);
        different(q->data, b.data); })},
    {"embedded", C(struct link { struct link *next; }; struct item { int value; struct link link; }; void t_embedded(void) {
        struct item a; struct item b; a.value = 1; b.value = 2; a.link.next = &b.link; b.link.next = 0;
        struct link *l = &a.link; while (l) { struct item *i = (struct item *)((char *)l - offsetof(struct item, link));
        i->value++; l = l->next; } same(a.value, b.value); different(a.value, a.link.next); same(a.link.next, b.link.next); })},
    {"union", C(union both { int i; char c[4]; }; void t_union(void) { union both u; u.i = 5; u.c[1] = 2; bytes(u.i);
        bytes(u.c[1]); same(u.i, u.c[1]); })},
    {"union_in_struct", C(struct tagged { int tag; union { int i; short s; } u; int last; }; void t_union_in_struct(void) {
        struct tagged t; t.tag = 1; t.u.i = 5; t.u.s = 2; t.last = 0; bytes(t.u.i); same(t.u.i, t.u.s); variable(t.tag);
        variable(t.last); different(t.tag, t.u.i); })},
    {"union_same_size", C(union words { int i; unsigned u; }; void t_union_same_size(void) { union words w; w.i = 5; w.u++;
        same(w.i, w.u); variable(w.i); })},
    {"cast_to_bytes", C(void t_cast_to_bytes(void) { int x = 258; char *p = (char *)&x; int n = 0; for (unsigned i = 0;
        i < sizeof x; i++) n += p[i]; bytes(x); same(x, p[1]); variable(n); })},
    {"cast_first_byte", C(void t_cast_first_byte(void) { int x = 1; int little = *(char *)&x; bytes(x); variable(little); })},
    {"pun_array", C(void t_pun_array(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; long long *p = (long long *)&a[2];
        *p = 3; bytes(a[0]); same(*p, a[3]); })},
    {"struct_copy", C(void t_struct_copy(void) { struct pair a; struct pair b; a.x = 1; a.y = 2; b = a; b.x++;
        different(a.x, b.x); variable(a.x); variable(b.x); different(b.x, a.y); })},
    {"copied_pointer", C(struct holder { int *p; int n; }; void t_copied_pointer(void) { int v = 0; struct holder a;
        struct holder b; a.p = &v; a.n = 1; memcpy(&b, &a, sizeof a); *b.p = 5; same(*b.p, v); variable(v); b.n++;
        variable(b.n); })},
    {"copy_chain", C(struct box { int *p; }; void t_copy_chain(void) { int v = 0; struct box a; struct box b; struct box c;
        struct box d; a.p = &v; b = a; c = b; d = c; *d.p = 5; same(*d.p, v); variable(v); })},
    {"copy_from_array", C(void t_copy_from_array(void) { struct pair a[3]; int i; for (i = 0; i < 3; i++) a[i].x = a[i].y = i;
        i = 1; struct pair s = a[i]; s.x++; s.y++; different(s.x, s.y); different(s.x, a[0].x); variable(s.x); array(a[0].x); }
        )},
    {"copy_partly", C(void t_copy_partly(void) { int a = 1; int b = 2; memcpy(&a, &b, 2); bytes(a); bytes(b); different(a, b);
        a++; })},
    {"copy_other_layout", C(void t_copy_other_layout(void) { struct pair s; short h[4]; s.x = 1; s.y = 2;
        memcpy(h, &s, sizeof s); h[0]++; h[3] = 0; bytes(s.x); bytes(h[0]); bytes(h[3]); different(s.x, h[0]); })},
    {"copy_unknown", C(void t_copy_unknown(void) { int *a[2]; int *b[2]; int v = 0; a[0] = a[1] = &v; int n = sizeof a;
        memcpy(b, a, n); *b[1] = 4; same(*b[1], v); variable(v); })},
    {"copy_shifted", C(void t_copy_shifted(void) { int *a[8]; int v = 0; a[0] = &v; for (int i = 0; i < 7;
        i++) memmove(&a[i + 1], &a[i], sizeof a[0]); *a[7] = 1; same(*a[7], v); })},
    {"copy_overlap", C(void t_copy_overlap(void) { int *a[8]; int v = 0; int w = 0; a[0] = &v; a[1] = &w; for (int k = 0; k < 6;
        k++) memmove(&a[1], &a[0], 7 * sizeof a[0]); *a[5] = 1; same(*a[5], v); })},
    {"initialised", C(void t_initialised(void) { int a[3] = {1, 2, 3}; struct pair s = {4, 5}; a[1]++; s.x++; variable(a[1]);
        variable(s.x); different(a[1], s.x); })},
    {"fill", C(void t_fill(void) { struct pair s; memset(&s, 0, sizeof s); s.x++; s.y++; variable(s.x); variable(s.y);
        different(s.x, s.y); })},
    {"fill_partly", C(void t_fill_partly(void) { struct pair s; s.y = 1; memset(&s, 0, 6); s.x++; s.y++; variable(s.x);
        bytes(s.y); })},
    {"global_pointers", C(int a_gp; int b_gp; int *table_gp[2] = {&a_gp, &b_gp}; struct holder2 { int n; int *p; };
        struct holder2 one_gp = {1, &b_gp}; int c_gp; void t_global_pointers(void) { *table_gp[any() & 1] = 3; a_gp++; c_gp++;
        *one_gp.p = 4; same(a_gp, b_gp); same(*one_gp.p, b_gp); variable(c_gp); })},
    {"global_inner", C(struct pair pairs_gi[3]; int *inner_gi = &pairs_gi[1].y; void t_global_inner(void) { *inner_gi = 3;
        pairs_gi[1].y++; pairs_gi[1].x++; same(*inner_gi, pairs_gi[1].y); different(pairs_gi[1].x, pairs_gi[1].y);
        variable(pairs_gi[1].y); })},
    {"function_table", C(struct operations { void (*set)(int *); int (*get)(int *); }; static void set_ft(int *p) { *p = 1; }
        static int get_ft(int *p) { return *p; } static struct operations ops_ft = {set_ft, get_ft};
        void t_function_table(void) { int x = 0; int y = 0; ops_ft.set(&x); y = ops_ft.get(&x); variable(x); variable(y);
        different(x, y); })},
    {"callbacks", C(static void visit_cb(struct list *l, void (*f)(struct list *, void *), void *data) { for (; l;
        l = l->next) f(l, data); } static void sum_cb(struct list *l, void *data) { *(int *)data += l->data; }
        void t_callbacks(void) { struct list a; struct list b; a.next = &b; b.next = 0; a.data = b.data = 1; int sum = 0;
        visit_cb(&a, sum_cb, &sum); same(a.data, b.data); different(sum, a.data); variable(sum); })},
    {"chosen_function", C(static int *first_cf(int *a, int *b) { return a; } static int *second_cf(int *a, int *b) { return b; }
        void t_chosen_function(void) { int a = 0; int b = 0; int *(*f)(int *, int *) = any() ? first_cf : second_cf;
        *f(&a, &b) = 3; same(a, b); a++; b++; })},
    {"recursion", C(static int fact_r(int n) { int below = n - 1; array(below); return n <= 1 ? 1 : n * fact_r(below); }
        void t_recursion(void) { int x = fact_r(4); x++; })},
    {"recursion_escapes", C(static int down_re(int *p, int n) { int mine = *p; array(mine);
        return n ? down_re(&mine, n - 1) + *p : mine; } void t_recursion_escapes(void) { int x = 1; x = down_re(&x, 3);
        same(x, x); })},
    {"mutual_recursion", C(static int even_mr(int *p, int n); static int odd_mr(int *p, int n) { int mine = *p; array(mine);
        return n ? even_mr(&mine, n - 1) : *p; } static int even_mr(int *p, int n) { int own = *p;
        return n ? odd_mr(&own, n - 1) + own : *p; } void t_mutual_recursion(void) { int x = 1; x = odd_mr(&x, 4); })},
    {"recursion_by_pointer", C(static int (*next_rp)(int *, int); static int step_rp(int *p, int n) { int mine = *p + 1;
        array(mine); return n ? next_rp(&mine, n - 1) + mine : *p; } void t_recursion_by_pointer(void) { int x = 1;
        next_rp = step_rp; x = step_rp(&x, 3); })},
    {"through_integer", C(void t_through_integer(void) { int x = 0; int y = 0; intptr_t i = (intptr_t)&x; int *p = (int *)i;
        *p = 3; y++; same(*p, x); variable(y); })},
    {"computed_integer", C(void t_computed_integer(void) { int a[4]; uintptr_t i = (uintptr_t)a; i += 2 * sizeof(int);
        *(int *)i = 3; a[2]++; same(*(int *)i, a[2]); })},
    {"integers_in_memory", C(struct number { long tag; uintptr_t address; }; static uintptr_t keep_im[4];
        void t_integers_in_memory(void) { int x = 0; struct number n; n.tag = 1; n.address = (uintptr_t)&x;
        keep_im[any() & 3] = n.address; keep_im[0] = n.address; *(int *)keep_im[0] = 1; same(*(int *)n.address, x);
        different(n.tag, n.address); })},
    {"split_pointer", C(void t_split_pointer(void) { int x = 0; uint64_t a = (uintptr_t)&x; uint32_t low = (uint32_t)a;
        uint32_t high = (uint32_t)(a >> 32); int *p = (int *)(uintptr_t)((uint64_t)high << 32 | low); *p = 3; same(*p, x); })},
    {"xor_pointer", C(void t_xor_pointer(void) { int x = 0; int y = 0; uintptr_t both = (uintptr_t)&x ^ (uintptr_t)&y;
        int *p = (int *)(both ^ (uintptr_t)&y); *p = 3; x++; y++; same(*p, x); same(x, y); })},
    {"bytewise_pointer", C(void t_bytewise_pointer(void) { int x = 0; int *p = &x; int *q; for (unsigned i = 0; i < sizeof p;
        i++) ((char *)&q)[i] = ((char *)&p)[i]; *q = 3; same(*q, x); variable(x); })},
    {"tagged_pointer", C(void t_tagged_pointer(void) { int a[2]; uintptr_t p = (uintptr_t)a | 1;
        *(int *)(p & ~(uintptr_t)1) = 2; a[0]++; same(a[0], *(int *)(p & ~(uintptr_t)1)); })},
    {"distance", C(void t_distance(void) { int a[9]; struct pair s; int *p = a; int *q = a + 5; long d = q - p; s.x = (int)d;
        s.y = a[5] = 3; *(p + d) = 1; variable(s.x); variable(d); different(s.x, s.y); same(a[5], *(p + d)); })},
    {"hash", C(struct entry { int key; struct entry *next; }; static struct entry *buckets_h[8]; void t_hash(void) {
        struct entry a; a.key = 3; a.next = 0; unsigned h = (unsigned)((uintptr_t)&a >> 4) % 8; a.next = buckets_h[h];
        buckets_h[h] = &a; struct entry *e = buckets_h[h]; e->key = 4; same(e->key, a.key); different(a.key, a.next);
        variable(a.key); })},
    {"external", C(void t_external(void) { struct pair *p = any_pointer(); int x = 1; if (any() > 1) { p->x = 1; p->y = x;
        different(p->x, p->y); different(p->x, x); array(p->x); } })},
    {"variadic", C(static int sum_v(int n, ...) { va_list l; int s = 0; va_start(l, n); while (n--) s += *va_arg(l, int *);
        va_end(l); return s; } void t_variadic(void) { int a = 1; int b = 2; int c = 3; a++; b++; c = sum_v(2, &a, &b);
        same(a, b); different(a, c); variable(c); })},
    {"by_value", C(struct big { int *p; long pad[6]; }; static void take_bv(struct big s) { *s.p = 4; s.p = 0; s.pad[1] = 3; }
        void t_by_value(void) { int x = 0; struct big s; s.p = &x; s.pad[1] = 1; take_bv(s); *s.p = 2; same(x, *s.p);
        variable(x); variable(s.p); })},
    {"returned_struct", C(struct two { int *p; long n; }; static struct two make_rs(int *p, int *q) { struct two t; t.p = p;
        t.n = *q; return t; } void t_returned_struct(void) { int x = 0; int y = 0; struct two t = make_rs(&x, &y); *t.p = 3;
        same(*t.p, x); y++; different(x, y); variable(x); })},
    {"pointer_to_pointer", C(static void set_pp(int **p, int *q) { *p = q; } void t_pointer_to_pointer(void) { int x = 0;
        int *p = 0; set_pp(&p, &x); *p = 3; same(*p, x); variable(x); variable(p); different(x, p); })},
    {"before", C(void t_before(void) { int a[8]; int *p = &a[5]; for (int i = 1; i < 4; i++) p[-i] = i; a[0] = a[4];
        same(a[0], a[4]); same(p[-1], a[0]); })},
    {"string", C(void t_string(void) { char s[8]; strcpy(s, "abc"); s[0] = 'x'; unsigned long n = strlen(s); array(s[0]);
        same(s[0], s[3]); variable(n); })},
    {"string_in_struct", C(struct named { int id; char name[8]; }; void t_string_in_struct(void) { struct named n; n.id = 4;
        n.name[0] = 0; strcpy(n.name, "abc"); bytes(n.id); same(n.id, n.name[0]); })},
    {"string_beside_struct", C(struct titled { int id; char name[8]; }; void t_string_beside_struct(void) { struct titled n; char s[8]; n.id = 4;
        n.name[0] = 0; strcpy(s, "abc"); variable(n.id); different(n.id, n.name[0]); array(s[0]); })},
    {"bits", C(struct flags { unsigned a : 3; unsigned b : 5; int c; }; void t_bits(void) { struct flags f; f.a = 1; f.b = 2;
        f.c = 3; variable(f.c); })},
    {"static_local", C(static int *count_sl(void) { static int n; n++; return &n; } void t_static_local(void) {
        int x = *count_sl(); (*count_sl())++; variable(x); variable(*count_sl()); })},
    {"compound_literal", C(void t_compound_literal(void) { struct pair *p = &(struct pair){1, 2}; p->x++; p->y++;
        variable(p->x); different(p->x, p->y); })},
    {"variable_length", C(static void fill_vl(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; array(a[0]); }
        void t_variable_length(void) { fill_vl(4); })},
    {"alternatives", C(void t_alternatives(void) { int a[2]; int b[2]; int *p = any() ? a + 1 : b; p[0] = 1; a[1]++; b[0]++;
        a[0] = 1; same(p[0], a[1]); same(a[1], b[0]); different(a[0], a[1]); })},
    {"twice", C(void t_twice(void) { struct pair s; int *p = any() ? &s.x : &s.y; *p = 3; s.x++; s.y++; same(s.x, s.y);
        same(*p, s.x); })},
    {"atomic", C(void t_atomic(void) { int x = 1; int *p = &x; int *q = __atomic_exchange_n(&p, 0, 5);
        __atomic_fetch_add(&x, 1, 5); *q = 3; same(*q, x); variable(x); })},
    {"deep", C(void t_deep(void) { int x = 0; int *a = &x; int **b = &a; int ***c = &b; int ****d = &c; int *****e = &d;
        *****e = 4; same(*****e, x); variable(x); same(**d, b); })},
};
enum { N_SNIPPETS = sizeof SNIPPETS / sizeof *SNIPPETS };

/* Keeps the region of every byte of memory. A new object forgets what was there. */
static const char *const RUNTIME = C(
    void abort(void); int printf(const char *, ...); int fflush(void *); void *calloc(unsigned long, unsigned long);
    enum { SIZE = 1 << 22 };
    static unsigned long key[SIZE]; static unsigned value[SIZE];
    static unsigned slot(unsigned long a) { unsigned i = (unsigned)(a * 0x9e3779b97f4a7c15ul >> 42); while (key[i] && key[i] !=
        a) i = (i + 1) % SIZE; key[i] = a; return i; }
    void trace_object(char *p, unsigned long size) { for (unsigned long i = 0; p && i < size; i++) value[slot((unsigned long)(p +
        i))] = 0; }
    void trace_access(char *p, unsigned long size, unsigned region, unsigned access, char *expected) {
        if (expected && p != expected) { printf("access %u: region %u is a variable elsewhere\n", access, region); fflush(0);
            abort(); }
        for (unsigned long i = 0; i < size; i++) { unsigned *v = &value[slot((unsigned long)(p + i))];
            if (region == -1u || (*v && *v != region + 1)) { printf("access %u: region %u, was %d\n", access, region, (int)*v -
                1); fflush(0); abort(); }
            *v = region + 1; } }
    static unsigned seed = 7;
    int any(void) { seed = seed * 1103515245 + 12345; return (int)(seed >> 16 & 1); }
    void *any_pointer(void) { return 0; }
    void claim_same(void *a, int m, void *b, int n) {}
    void claim_different(void *a, int m, void *b, int n) {}
    void claim_variable(void *a, int n) {}
    void claim_array(void *a, int n) {}
    void claim_bytes(void *a, int n) {});

/* ---- compiling ---- */

typedef struct fixture {
    char folder[64];
    LLVMContextRef context;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/latch-memory-XXXXXX");
    if (!f || !mkdtemp(f->folder)) return 1;
    f->context = LLVMContextCreate();
    *state = f;
    return 0;
}

static void run_command(const fixture *f, const char *format, ...)
{
    text command;
    text_init(&command);
    text_printf(&command, "cd %s && ", f->folder);
    va_list args;
    va_start(args, format);
    text_vprintf(&command, format, args);
    va_end(args);
    int status = system(command.data);
    if (status) fail_msg("failed: %s", command.data);
    text_release(&command);
}

static int tear_down(void **state)
{
    fixture *f = *state;
    LLVMContextDispose(f->context);
    run_command(f, "rm -rf %s", f->folder);
    free(f);
    return 0;
}

static void write_file(const fixture *f, const char *name, const char *content)
{
    text path;
    text_init(&path);
    text_printf(&path, "%s/%s", f->folder, name);
    FILE *file = fopen(path.data, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    text_release(&path);
}

static LLVMModuleRef compile(const fixture *f, const char *code, const char *flags)
{
    write_file(f, "code.c", code);
    run_command(f, "clang-19 -w -O0 -g -fno-discard-value-names %s -emit-llvm -c code.c -o code.bc", flags);
    text path;
    text_init(&path);
    text_printf(&path, "%s/code.bc", f->folder);
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path.data, &buffer, &message)) fail_msg("%s", message);
    if (LLVMParseIRInContext(f->context, buffer, &module, &message)) fail_msg("%s", message);
    text_release(&path);
    variadic_lower(module, LLVMGetModuleDataLayout(module));
    return module;
}

/* ---- claims ---- */

static const char *callee_name(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef called = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return called && LLVMIsAFunction(called) ? LLVMGetValueName2(called, &length) : "";
}

static region claimed_region(const memory *m, LLVMValueRef call, unsigned i)
{
    return memory_access(m, LLVMGetOperand(call, i), LLVMConstIntGetZExtValue(LLVMGetOperand(call, i + 1)));
}

static bool holds(const memory *m, LLVMValueRef call, const char *claim)
{
    static const char *const KINDS[] = {[REGION_VARIABLE] = "claim_variable", [REGION_ARRAY] = "claim_array",
                                        [REGION_BYTES] = "claim_bytes"};
    region a = claimed_region(m, call, 0);
    if (a.id == REGION_NONE.id) return false;
    if (LLVMGetNumArgOperands(call) == 2) return strcmp(KINDS[memory_region(m, a)->kind], claim) == 0;
    region b = claimed_region(m, call, 2);
    return b.id != REGION_NONE.id && (a.id == b.id) == (strcmp(claim, "claim_same") == 0);
}

typedef struct tally {
    unsigned claims, broken;
} tally;

static void check_claim(const memory *m, LLVMValueRef call, const char *who, tally *t)
{
    const char *claim = callee_name(call);
    if (strncmp(claim, "claim_", 6) != 0) return;
    t->claims++;
    if (holds(m, call, claim)) return;
    t->broken++;
    text out;
    text_init(&out);
    memory_print(&out, m);
    print_error("%s: %s does not hold (column %u); regions:\n%s", who, claim, LLVMGetDebugLocColumn(call), out.data);
    text_release(&out);
}

/* Also of the functions that the snippet calls directly. */
static void check_claims_in(const memory *m, LLVMValueRef function, const char *who, bool calls, tally *t)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            check_claim(m, v, who, t);
            if (calls && *callee_name(v)) check_claims_in(m, LLVMGetCalledValue(v), who, false, t);
        }
    }
}

/* ---- runs ---- */

typedef struct instrumenter {
    const memory *m;
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMValueRef object, access; /* the functions of the run-time part */
    LLVMTypeRef object_type, access_type, word;
    unsigned count;
} instrumenter;

/* Where a region that is a variable must be, if that can be said here. */
static LLVMValueRef expected_place(instrumenter *t, region r, LLVMValueRef here)
{
    LLVMContextRef c = LLVMGetModuleContext(t->module);
    LLVMValueRef nowhere = LLVMConstNull(LLVMPointerTypeInContext(c, 0));
    const region_info *info = r.id == REGION_NONE.id ? NULL : memory_region(t->m, r);
    if (!info || info->kind != REGION_VARIABLE) return nowhere;
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(here));
    bool visible = LLVMIsAGlobalVariable(info->object) ||
                   (LLVMIsAAllocaInst(info->object) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(info->object)) ==
                       function);
    if (!visible) return nowhere;
    LLVMValueRef offset = LLVMConstInt(t->word, info->offset, 0);
    return LLVMBuildGEP2(t->builder, LLVMInt8TypeInContext(c), info->object, &offset, 1, "");
}

static void trace_access(instrumenter *t, LLVMValueRef v, LLVMValueRef pointer, LLVMTypeRef type)
{
    uint64_t size = LLVMStoreSizeOfType(t->layout, type);
    region r = memory_access(t->m, pointer, size);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(t->module));
    LLVMPositionBuilderBefore(t->builder, v);
    LLVMValueRef args[] = {pointer, LLVMConstInt(t->word, size, 0), LLVMConstInt(i32, r.id, 0), LLVMConstInt(i32, t->count++, 0),
                           expected_place(t, r, v)};
    LLVMBuildCall2(t->builder, t->access_type, t->access, args, 5, "");
}

/* The object is new from `before` on. */
static void trace_object(instrumenter *t, LLVMValueRef object, LLVMValueRef size, LLVMValueRef before)
{
    LLVMPositionBuilderBefore(t->builder, before);
    LLVMValueRef args[] = {object, size};
    LLVMBuildCall2(t->builder, t->object_type, t->object, args, 2, "");
}

static void trace_alloca(instrumenter *t, LLVMValueRef v)
{
    LLVMValueRef one = LLVMConstInt(t->word, LLVMABISizeOfType(t->layout, LLVMGetAllocatedType(v)), 0), next =
        LLVMGetNextInstruction(v);
    LLVMPositionBuilderBefore(t->builder, next);
    LLVMValueRef count = LLVMBuildZExtOrBitCast(t->builder, LLVMGetOperand(v, 0), t->word, "");
    trace_object(t, v, LLVMBuildMul(t->builder, one, count, ""), next);
}

static void instrument_one(instrumenter *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMIsALoadInst(v) ? LLVMTypeOf(v) : LLVMIsAStoreInst(v) ? LLVMTypeOf(LLVMGetOperand(v, 0)) : NULL;
    bool is_scalar = type && LLVMGetTypeKind(type) != LLVMStructTypeKind && LLVMGetTypeKind(type) != LLVMArrayTypeKind;
    if (is_scalar) trace_access(t, v, LLVMGetOperand(v, LLVMIsALoadInst(v) ? 0 : 1), type);
    if (LLVMIsAAllocaInst(v)) trace_alloca(t, v);
    if (strcmp(callee_name(v), "malloc") == 0) trace_object(t, v, LLVMGetOperand(v, 0), LLVMGetNextInstruction(v));
    if (strcmp(callee_name(v), "realloc") == 0) trace_object(t, v, LLVMGetOperand(v, 1), LLVMGetNextInstruction(v));
}

static void trace_copied_parameters(instrumenter *t, LLVMValueRef f)
{
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    for (unsigned i = 0; i < LLVMCountParams(f); i++) {
        LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, i + 1, byval);
        if (!a) continue;
        LLVMValueRef size = LLVMConstInt(t->word, LLVMABISizeOfType(t->layout, LLVMGetTypeAttributeValue(a)), 0);
        trace_object(t, LLVMGetParam(f, i), size, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
    }
}

/* Variadic functions are left out: where their arguments lie was something else's before, and nothing in the code tells. */
static void instrument_function(instrumenter *t, LLVMValueRef f)
{
    if (LLVMIsDeclaration(f) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f))) return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
            next = LLVMGetNextInstruction(v);
            instrument_one(t, v);
        }
    }
    trace_copied_parameters(t, f);
}

static void instrument(LLVMModuleRef module, const memory *m)
{
    LLVMContextRef c = LLVMGetModuleContext(module);
    instrumenter t = {.m = m, .module = module, .layout = LLVMGetModuleDataLayout(module), .builder =
        LLVMCreateBuilderInContext(c)};
    t.word = LLVMIntPtrTypeInContext(c, t.layout);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(c, 0), i32 = LLVMInt32TypeInContext(c), nothing = LLVMVoidTypeInContext(c);
    t.object_type = LLVMFunctionType(nothing, (LLVMTypeRef[]){pointer, t.word}, 2, 0);
    t.access_type = LLVMFunctionType(nothing, (LLVMTypeRef[]){pointer, t.word, i32, i32, pointer}, 5, 0);
    t.object = LLVMAddFunction(module, "trace_object", t.object_type);
    t.access = LLVMAddFunction(module, "trace_access", t.access_type);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) instrument_function(&t, f);
    assert_true(t.count > 0);
    LLVMDisposeBuilder(t.builder);
}

/* Runs the program: it stops by itself if one byte is accessed through two regions. */
static void check_run(const fixture *f, LLVMModuleRef module)
{
    memory *m = memory_analyse(module, LLVMGetModuleDataLayout(module), LLVMGetNamedFunction(module, "main"));
    instrument(module, m);
    text path;
    text_init(&path);
    text_printf(&path, "%s/run.bc", f->folder);
    LLVMStripModuleDebugInfo(module);
    assert_int_equal(LLVMWriteBitcodeToFile(module, path.data), 0);
    write_file(f, "runtime.c", RUNTIME);
    run_command(f, "clang-19 -w -O0 run.bc runtime.c -o run && timeout 20 ./run");
    text_release(&path);
    memory_free(m);
}

/* ---- random programs ---- */

typedef struct generator {
    text *out;
    uint64_t state;
    unsigned program; /* number in the file: programs share nothing */
    unsigned allowed; /* set of kinds of statements */
} generator;

static unsigned pick(generator *g, unsigned n)
{
    g->state = g->state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(g->state >> 33) % n;
}

/* What holds throughout: every pointer is valid, r* point to records, q* to integers; v is an integer. @ is the program's
    number, and
 * each # a random digit below 3. */
static const char *const STATEMENTS[] = {
    "*q#@ = v + 1;", "v += *q#@ + r#@->a;", "r#@->a = v; r#@->s.y = 2; v += r#@->s.x;", "q#@ = &r#@->a;", "q#@ = &i#@;",
        "q#@ = r#@->p;",
    "r#@->p = q#@;", "r#@ = &g#@;", "r#@ = r#@->n;", "r#@->n = r#@;", "q#@ = &r#@->s.y;", "r#@->s = r#@->s;", "*r#@ = g#@;",
    "memcpy(r#@, &g#@, sizeof *r#@);", "q#@ = &a@[#]; a@[v & 7] = v; *q#@ = 1;", "q#@ = a@ + (v & 7);",
        "r#@->h[v & 1] = (short)v; v += r#@->h[#% 2];",
    "q#@ = (int *)(uintptr_t)q#@;", "u#@ = (uintptr_t)q#@; q#@ = (int *)(u#@ + 0);",
        "{ uintptr_t w = (uintptr_t)&i#@ ^ 77; q#@ = (int *)(w ^ 77); }",
    "((char *)q#@)[#] = (char)v;", "r#@ = t#@(r#@, q#@);",
        "{ struct record *(*f)(struct record *, int *) = any() ? t#@ : t#@; r#@ = f(r#@, q#@); }",
    "r#@ = made@();",
        "{ int local = v; int *old = q#@; q#@ = &local; v += *q#@; *q#@ = 4; q#@ = old; q0@ = &i0@; q1@ = &i1@; q2@ = &i2@; }",
    "{ struct record copy = *r#@; copy.a++; copy.s.x = 3; v += *copy.p + copy.n->a; }",
        "memmove(&a@[1], &a@[0], 4 * sizeof(int));",
    "{ struct record *x = any() ? r#@ : &g#@; x->a = 1; x->s.x = v; }", "k@[v & 3] = r#@; r#@ = k@[#];",
        "q#@ = &k@[v & 3]->a; k@[#]->s.y = v;",
    "{ struct both b; b.p = q#@; b.r = r#@; struct both c; c = b; q#@ = c.p; r#@ = c.r; }",
        "{ int *last = &r#@->s.x; r#@->p = last + 1; }",
    "{ struct pair *w = (struct pair *)((char *)&r#@->s.y - offsetof(struct pair, y)); w->x = v; }",
        "memset(&r#@->s, 0, sizeof r#@->s);",
};
enum { N_STATEMENTS = sizeof STATEMENTS / sizeof *STATEMENTS };

static void add_template(generator *g, const char *template)
{
    for (; *template; template++) {
        if (*template == '#') text_printf(g->out, "%u", pick(g, 3));
        else if (*template == '@') text_printf(g->out, "_%u", g->program);
        else text_addc(g->out, *template);
    }
}

static void add_statements(generator *g, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        text_adds(g->out, "    ");
        add_template(g, STATEMENTS[(g->allowed + pick(g, 7) * pick(g, 5)) % N_STATEMENTS]);
        text_addc(g->out, '\n');
    }
}

static void add_program(generator *g)
{
    add_template(g,
        "static int i0@, i1@, i2@, a@[8], *q0@ = &i0@, *q1@ = &i1@, *q2@ = &i2@;\n"
        "static uintptr_t u0@ = (uintptr_t)&i0@, u1@ = (uintptr_t)&i1@, u2@ = (uintptr_t)&i2@;\n"
                    "static struct record g0@ = {0, &g0@, &i0@}, g1@ = {1, &g1@, &i1@}, g2@ = {2, &g2@, &i2@};\n"
                    "static struct record *r0@ = &g0@, *r1@ = &g1@, *r2@ = &g2@, *k@[4] = {&g0@, &g0@, &g0@, &g0@};\n"
                    "static struct record *made@(void) { struct record *r = malloc(sizeof *r); *r = g1@; r->a = 3; return r; }\n"
                    "static struct record *t0@(struct record *r, int *q) { r->a = *q; return r->n; }\n"
                    "static struct record *t1@(struct record *r, int *q) { *q = 5; return r; }\n"
                    "static struct record *t2@(struct record *r, int *q) { return q == &r->a ? r : t1@(r->n, r->p); }\n");
    for (unsigned f = 0; f < 3; f++) {
        text_printf(g->out, "static void f%u_%u(int v)\n{\n", f, g->program);
        add_statements(g, 12);
        text_adds(g->out, "}\n");
    }
}

static void test_random_runs(void **state)
{
    const fixture *f = *state;
    enum { PROGRAMS = 60 };
    text code;
    text_init(&code);
    text_adds(&code, PREAMBLE);
    text_adds(&code,
        "struct record { int a; struct record *n; int *p; short h[2]; struct pair s; };\n"
        "struct both { int *p; struct record *r; };\n");
    generator g = {.out = &code, .state = 20240607};
    for (g.program = 0; g.program < PROGRAMS; g.program++) {
        g.allowed = pick(&g, N_STATEMENTS);
        add_program(&g);
    }
    text_adds(&code, "int main(void)\n{\n");
    for (unsigned i = 0; i < PROGRAMS; i++) text_printf(&code,
        "    for (int i = 0; i < 6; i++) { f0_%u(i); f1_%u(i + 1); f2_%u(i + any()); }\n", i, i, i);
    text_adds(&code, "    return 0;\n}\n");
    LLVMModuleRef module = compile(f, code.data, "-m64");
    check_run(f, module);
    LLVMDisposeModule(module);
    text_release(&code);
}

/* ---- tests ---- */

static void add_snippets(text *code)
{
    text_adds(code, PREAMBLE);
    for (size_t i = 0; i < N_SNIPPETS; i++) text_printf(code, "%s\n", SNIPPETS[i].code);
}

static void test_claims(void **state)
{
    const fixture *f = *state;
    text code;
    text_init(&code);
    add_snippets(&code);
    tally all = {0, 0};
    LLVMModuleRef module = compile(f, code.data, "-m64");
    for (size_t i = 0; i < N_SNIPPETS; i++) {
        char name[64];
        snprintf(name, sizeof name, "t_%s", SNIPPETS[i].name);
        LLVMValueRef entry = LLVMGetNamedFunction(module, name);
        assert_non_null(entry);
        memory *m = memory_analyse(module, LLVMGetModuleDataLayout(module), entry);
        unsigned before = all.claims;
        check_claims_in(m, entry, SNIPPETS[i].name, true, &all);
        assert_true(all.claims > before);
        memory_free(m);
    }
    assert_int_equal(all.broken, 0);
    LLVMDisposeModule(module);
    text_release(&code);
}

static void test_snippets_run(void **state)
{
    const fixture *f = *state;
    text code;
    text_init(&code);
    add_snippets(&code);
    text_adds(&code, "int main(void) {");
    for (size_t i = 0; i < N_SNIPPETS; i++) text_printf(&code, "for (int i = 0; i < 4; i++) t_%s();", SNIPPETS[i].name);
    text_adds(&code, "return 0; }\n");
    LLVMModuleRef module = compile(f, code.data, "-m64");
    check_run(f, module);
    LLVMDisposeModule(module);
    text_release(&code);
}

/* Which local variables and globals must have an address: in the snippet those whose name begins with `needs`. */
static void test_needs_address(void **state)
{
    const fixture *f = *state;
    const char *code = C(
        struct pair { int x; int y; }; int needs_passed; int plain_global; int *keeper; struct pair plain_pair; void use(int *);
        int fact(int n) { int plain = n - 1; int a[2]; a[0] = plain; a[1] = n; return n <= 1 ? 1 : a[1] * fact(a[0]); }
        int main(void) { int plain = 1; int needs_kept = 2; int needs_compared; struct pair plain_s = {1, 2}; struct pair
            plain_t; int needs_index[4];
            int *needs_not_itself; use(&needs_passed); keeper = &needs_kept; plain_global = plain; plain_t = plain_s;
                plain_pair.y = plain_t.x;
            for (int plain_i = 0; plain_i < 4; plain_i++) needs_index[plain_i] = fact(plain_i); needs_not_itself = 0; use((int
                *)&needs_not_itself);
            return keeper == &needs_compared; });
    LLVMModuleRef module = compile(f, code, "-m64");
    LLVMValueRef entry = LLVMGetNamedFunction(module, "main");
    memory *m = memory_analyse(module, LLVMGetModuleDataLayout(module), entry);
    size_t length;
    unsigned seen = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(entry)); v; v = LLVMGetNextInstruction(v)) {
        if (!LLVMIsAAllocaInst(v)) continue;
        bool expected = strncmp(LLVMGetValueName2(v, &length), "needs", 5) == 0;
        if (memory_needs_address(m, v) != expected) fail_msg("%s", LLVMGetValueName2(v, &length));
        seen++;
    }
    assert_true(seen >= 8);
    LLVMValueRef recursive = LLVMGetNamedFunction(module, "fact");
    for (LLVMValueRef v = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(recursive)); v; v = LLVMGetNextInstruction(v)) {
        if (LLVMIsAAllocaInst(v)) assert_false(memory_needs_address(m, v));
    }
    assert_true(memory_needs_address(m, LLVMGetNamedGlobal(module, "needs_passed")));
    assert_false(memory_needs_address(m, LLVMGetNamedGlobal(module, "plain_global")));
    assert_false(memory_needs_address(m, LLVMGetNamedGlobal(module, "plain_pair")));
    memory_free(m);
    LLVMDisposeModule(module);
}

static LLVMValueRef find_indirect_call(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            if (LLVMIsACallInst(v) && !LLVMIsAFunction(LLVMGetCalledValue(v))) return v;
        }
    }
    fail();
    return NULL;
}

/* A call through a pointer reaches exactly the functions that the snippet names `is_...`. */
static void test_callees(void **state)
{
    const fixture *f = *state;
    const char *code = C(
        int any(void); void *get(void); int is_one(int a) { return a; } int is_two(int a) { return a + 1; } int is_three(int a) {
            return 7; } int other(int a) { return 0; } int pair_of(int a, int b) { return a + b; }
        int (*unused)(int) = other; struct ops { int (*f)(int); int (*g)(int, int); }; struct ops table[2] = {{is_one, pair_of},
            {is_two, pair_of}};
        int known(void) { return table[any() & 1].f(3); } int unknown(void) { int (*f)(int) = get(); if (any()) f = is_three;
            return f(1); }
        int main(void) { void *mixed = any() ? (void *)is_one : (void *)pair_of; if (any()) mixed = (void *)is_two; return
            known() + unknown() + ((int (*)(int))mixed)(1); });
    static const char *const CALLERS[] = {"known", "unknown", "main"};
    LLVMModuleRef module = compile(f, code, "-m64");
    memory *m = memory_analyse(module, LLVMGetModuleDataLayout(module), LLVMGetNamedFunction(module, "main"));
    for (size_t i = 0; i < 3; i++) {
        LLVMValueRef call = find_indirect_call(LLVMGetNamedFunction(module, CALLERS[i])), out[8];
        size_t n, length;
        bool complete = memory_callees(m, LLVMGetCalledValue(call), LLVMGetNumArgOperands(call), out, 8, &n);
        assert_int_equal(complete, i != 1);
        assert_int_equal(n, i == 1 ? 1 : 2);
        for (size_t k = 0; k < n; k++) {
            if (strncmp(LLVMGetValueName2(out[k], &length), "is_", 3) != 0) fail_msg("%s calls %s", CALLERS[i],
                LLVMGetValueName2(out[k], &length));
        }
    }
    memory_free(m);
    LLVMDisposeModule(module);
}

/* The cells of a node are seen from the pointer; regions that are reachable contain those of the node. */
static void test_cells(void **state)
{
    const fixture *f = *state;
    const char *code = C(
        struct item { int a; int b; struct item *next; }; void here(void *p); void there(void *p);
        int main(void) { struct item x; struct item y; x.next = &y; x.b = 1; y.b = x.next->b; y.a = 1; x.a = 2; here(&x.b);
            struct item v[3];
            for (int i = 0; i < 3; i++) { v[i].a = i; v[i].b = i; } there(&v[1].b); return 0; });
    LLVMModuleRef module = compile(f, code, "-m64");
    LLVMValueRef entry = LLVMGetNamedFunction(module, "main");
    memory *m = memory_analyse(module, LLVMGetModuleDataLayout(module), entry);
    unsigned seen = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(entry); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            bool here = strcmp(callee_name(v), "here") == 0;
            if (!here && strcmp(callee_name(v), "there") != 0) continue;
            seen++;
            memory_cell_vec cells;
            u32_vec own, all;
            memory_cell_vec_init(&cells);
            u32_vec_init(&own);
            u32_vec_init(&all);
            LLVMValueRef p = LLVMGetOperand(v, 0);
            uint64_t stride = memory_cells_of(m, p, &cells);
            memory_regions_of(m, p, false, &own);
            memory_regions_of(m, p, true, &all);
            assert_int_equal(stride, here ? 0 : 16);
            assert_int_equal(cells.size, own.size);
            assert_true(here ? all.size > own.size : all.size == own.size);
            bool found = false;
            for (size_t i = 0; i < cells.size; i++) {
                assert_int_equal(cells.data[i].region.id, own.data[i]);
                found |= cells.data[i].offset == 0 && cells.data[i].region.id == memory_access(m, p, 4).id;
                if (cells.data[i].offset == (here ? (uint64_t)-4 : 12)) seen += 10; /* the member before this one */
            }
            assert_true(found);
            memory_cell_vec_release(&cells);
            u32_vec_release(&own);
            u32_vec_release(&all);
        }
    }
    assert_int_equal(seen, 22);
    memory_free(m);
    LLVMDisposeModule(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_claims, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_snippets_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_random_runs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_needs_address, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_callees, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cells, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
