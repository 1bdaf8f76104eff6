// expect: unsafe line 7
/* unseen byval struct */
#define _GNU_SOURCE
#include <assert.h>
struct s{int*p;long a,b,c;};
void k(struct s);
int main(void){int x=0;struct s s={&x};k(s);assert(x==0);}
