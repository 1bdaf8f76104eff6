// expect: unknown
/* unseen sret pointer */
#define _GNU_SOURCE
#include <assert.h>
struct s{int*p;long a,b,c;};
struct s k(int*);
int main(void){int x=0;struct s r=k(&x);x=0;if(r.p==&x)*r.p=5;assert(x==0);}
