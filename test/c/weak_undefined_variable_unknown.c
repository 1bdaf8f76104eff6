// expect: unknown
/* weak undefined variable */
#define _GNU_SOURCE
#include <assert.h>
extern int wv __attribute__((weak));
int main(void){assert(&wv!=0);}
