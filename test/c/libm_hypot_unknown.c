// expect: unknown
/* libm hypot */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdlib.h>
int main(void){volatile double x=16;assert(hypot(3.0,4.0)==5.0);}
