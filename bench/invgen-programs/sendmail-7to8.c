/* The base64 loop of sendmail's mime7to8: four characters become three in a line buffer, which is written out and begun again when it is nearly full. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int size = nondet(), at = 0;
    if (size <= 0) return 0;
    while (nondet()) {
        if (nondet()) break; /* the text ends within the four */
        if (nondet()) break;
        assert(0 <= at && at < size);
        at++;
        if (at >= size - 1) at = 0;
        if (nondet()) continue; /* '=' in place of the third */
        assert(0 <= at && at < size);
        at++;
        if (at >= size - 1) at = 0;
        if (nondet()) continue;
        assert(0 <= at && at < size);
        at++;
        if (at >= size - 1) at = 0;
    }
    if (at > 0) assert(0 <= at && at < size);
    return 0;
}
