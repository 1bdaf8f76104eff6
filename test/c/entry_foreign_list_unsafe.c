// expect: unsafe line 13; options: --entry f
#include <assert.h>
struct node {
    int value;
    struct node *next;
    short tail[4];
};

void f(int *p, struct node *n, const char *s)
{
    if (!p || !n || !s || *p != 4) return;
    if (s[0] != 'h' || s[1] != 'i' || s[2]) return;
    assert(!(n->next && n->next != n && n->next->value == p[1] && n->tail[2] == -5 && n->value == 1000 && p[1] == 77));
}
