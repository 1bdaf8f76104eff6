// expect: unsafe line 8
/* unseen byval fnptr */
#define _GNU_SOURCE
#include <assert.h>
struct ops{void(*f)(int);long a,b,c;};
void reg(struct ops);void go(void);
static int n;static void f(int x){n=x;}
int main(void){struct ops o={f};reg(o);go();assert(n==0);}
