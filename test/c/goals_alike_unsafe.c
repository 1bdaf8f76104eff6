// expect: unsafe only line 11
/* The number is not known, so that the first call seems to be reached; the run that shows it comes to the second one. */
#include <math.h>

extern void reach_error(void);

int main(void)
{
    double root = sqrt(16.0);
    if (root != 4.0) reach_error();
    if (root == 4.0) reach_error();
    return 0;
}
