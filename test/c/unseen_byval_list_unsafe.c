// expect: unsafe line 8
/* unseen byval list */
#define _GNU_SOURCE
#include <assert.h>
struct n{struct n*next;int v;};
struct l{struct n*head;int len;long pad;};
void k(struct l);
int main(void){struct n a={0,1};struct l l={&a,1};k(l);assert(a.v==1);}
