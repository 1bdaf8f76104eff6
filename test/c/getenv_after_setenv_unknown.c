// expect: unknown
/* getenv after setenv */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){setenv("A","1",1);char*p=getenv("A");assert(p&&p[0]=='1');}
