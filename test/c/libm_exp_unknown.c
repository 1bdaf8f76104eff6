// expect: unknown
/* libm exp */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdlib.h>
int main(void){volatile double x=16;assert(exp(0.0)==1.0);}
