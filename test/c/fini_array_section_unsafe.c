// expect: unsafe line 5
/* fini array section */
#define _GNU_SOURCE
#include <assert.h>
static void f(void){assert(0);}
__attribute__((section(".fini_array"),used)) static void(*p)(void)=f;
int main(void){return 0;}
