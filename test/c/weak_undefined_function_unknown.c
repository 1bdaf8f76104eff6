// expect: unknown
/* weak undefined function */
#define _GNU_SOURCE
#include <assert.h>
extern void wf(void) __attribute__((weak));
int main(void){assert(wf!=0);}
