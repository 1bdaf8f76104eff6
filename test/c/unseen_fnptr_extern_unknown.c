// expect: unknown
/* unseen fnptr extern */
#define _GNU_SOURCE
#include <assert.h>
extern void(*hook)(int*);
int main(void){int x=0;hook(&x);assert(x==0);}
