// expect: unsafe line 57
// fails with: nondet 2, 70
// A value that is a number, a flag or a character.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum kind { NUMBER, FLAG, LETTER };

struct value {
    enum kind kind;
    union {
        int number;
        unsigned char flag;
        char letter;
    } u;
};

static struct value make(int kind, int x)
{
    struct value v;

    v.kind = NUMBER;
    v.u.number = 0;
    switch (kind) {
    case 1:
        v.kind = FLAG;
        v.u.flag = x != 0;
        break;
    case 2:
        if (x >= 'a' && x <= 'z') {
            v.kind = LETTER;
            v.u.letter = (char)x;
        } else if (x >= 'A' && x <= 'Z') {
            v.kind = FLAG;
            v.u.letter = (char)x;
        }
        break;
    default:
        v.u.number = x;
        break;
    }
    return v;
}

int main(void)
{
    int kind = __VERIFIER_nondet_int();
    struct value v = make(kind, __VERIFIER_nondet_int());

    switch (v.kind) {
    case NUMBER:
        printf("number %d\n", v.u.number);
        break;
    case FLAG:
        assert(v.u.flag <= 1);
        printf("flag %d\n", v.u.flag);
        break;
    case LETTER:
        assert(v.u.letter >= 'A' && v.u.letter <= 'z');
        printf("letter %c\n", v.u.letter);
        break;
    }
    return 0;
}
