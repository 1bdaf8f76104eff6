// expect: unknown
/* unseen fnptr set */
#define _GNU_SOURCE
#include <assert.h>
void reg(void(**)(int*));static void(*hook)(int*);
int main(void){int x=0;reg(&hook);if(hook)hook(&x);assert(x==0);}
