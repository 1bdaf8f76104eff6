// expect: unknown
/* getenv test then use */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){if(getenv("A")){char*p=getenv("A");assert(p!=0);}}
