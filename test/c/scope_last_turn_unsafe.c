// expect: unsafe line 13; options: --check bounds,pointer
/* The variable of the loop's last turn is gone, although the one of this turn may be in its place. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *largest = 0, count = 0;
    for (int i = 0; i < 3; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < 0) continue;
        if (!largest) {
            largest = &value;
        } else if (*largest < value) {
            largest = &value;
        }
        count++;
    }
    return count > 3;
}
