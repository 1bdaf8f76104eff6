// expect: complete; unreachable: 17
int read_sensor(void);
unsigned short read_port(int which);
void log_it(const char *what);
char *name_of(int id);

int main(void)
{
    int a = read_sensor(), b = read_sensor();
    log_it("begin");
    if (a == b + 1000) {
        if (read_port(1) == 4711) return 1;
        log_it("port");
    }
    if (!name_of(a)) return 2;
    unsigned short p = read_port(2);
    if (p > 65535) return 3;
    return 0;
}
