// expect: safe; options: --check bounds,pointer
int __VERIFIER_nondet_int(void);

int main(void)
{
    int kept = 0, *largest = 0, count = 0;
    for (int i = 0; i < 3; i++) {
        int value = __VERIFIER_nondet_int(), *here = &value;
        if (value < 0) continue;
        if (!largest || *largest < *here) {
            kept = *here;
            largest = &kept;
        }
        count++;
    }
    return count > 3;
}
