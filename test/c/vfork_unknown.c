// expect: unknown
/* vfork */
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
int main(void){int x=0;int p=vfork();if(p==0){x=1;_exit(0);}assert(x==0);}
