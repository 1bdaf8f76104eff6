// expect: unsafe line 7
/* preinit array section */
#define _GNU_SOURCE
#include <assert.h>
int n; static void f(void){n=1;}
__attribute__((section(".preinit_array"),used)) static void(*p)(void)=f;
int main(void){assert(n==0);}
