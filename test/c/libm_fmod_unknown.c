// expect: unknown
/* libm fmod */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdlib.h>
int main(void){volatile double x=16;assert(fmod(7.0,4.0)==3.0);}
