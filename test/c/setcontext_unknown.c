// expect: unknown
/* setcontext */
#define _GNU_SOURCE
#include <assert.h>
#include <ucontext.h>
int n;
int main(void){ucontext_t c;getcontext(&c);n++;assert(n<2);if(n<2)setcontext(&c);}
