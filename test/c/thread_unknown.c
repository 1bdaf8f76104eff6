// expect: unknown
extern int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);

static void *run(void *p) { return p; }

int main(void)
{
    unsigned long t;
    return pthread_create(&t, 0, run, 0);
}
