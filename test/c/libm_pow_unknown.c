// expect: unknown
/* libm pow */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdlib.h>
int main(void){volatile double x=16;assert(pow(2.0,3.0)==8.0);}
