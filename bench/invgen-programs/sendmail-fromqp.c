/* The loop of sendmail's mime_fromqp: decodes quoted-printable text into a buffer. */
#include <assert.h>
extern int nondet(void);

int main(void)
{
    int size = nondet(), count = 0, out = 0;
    if (size <= 0) return 0;
    while (nondet()) {
        if (nondet()) {
            if (nondet()) {
                out = 0;
                count = 0;
                continue;
            }
            if (nondet()) break;
            count++;
            if (count >= size) break;
            assert(0 <= out && out < size);
            out++;
        } else {
            count++;
            if (count >= size) break;
            assert(0 <= out && out < size);
            out++;
            if (nondet()) break;
        }
    }
    return 0;
}
