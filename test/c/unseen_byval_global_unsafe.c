// expect: unsafe line 8
/* unseen byval global */
#define _GNU_SOURCE
#include <assert.h>
struct s{int a[4];int*p;};
void k(struct s);
static int g;
int main(void){struct s s={{0},&g};k(s);assert(g==0);}
