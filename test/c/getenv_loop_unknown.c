// expect: unknown
/* getenv loop */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void){int n=0;for(int i=0;i<3;i++)if(getenv("A"))n++;assert(n==0||n==3);}
