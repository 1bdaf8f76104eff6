// expect: unsafe line 7
/* unseen byval vararg */
#define _GNU_SOURCE
#include <assert.h>
struct s{int*p;long a,b,c;};
void k(int,...);
int main(void){int x=0;struct s s={&x};k(1,s);assert(x==0);}
