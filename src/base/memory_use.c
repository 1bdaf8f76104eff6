#include "base/memory_use.h"

#include <stdio.h>
#include <unistd.h>

static FILE *open_about(pid_t process, const char *what)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)process, what);
    return fopen(path, "r");
}

size_t memory_resident(pid_t process)
{
    FILE *f = open_about(process, "statm");
    if (!f) return 0;
    unsigned long total = 0, resident = 0;
    int n = fscanf(f, "%lu %lu", &total, &resident);
    fclose(f);
    return n == 2 ? (size_t)resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

size_t memory_share(pid_t process)
{
    FILE *f = open_about(process, "smaps_rollup");
    if (!f) return memory_resident(process);
    char line[256];
    unsigned long kilobytes = 0;
    while (fgets(line, sizeof line, f) && sscanf(line, "Pss: %lu kB", &kilobytes) != 1) continue;
    fclose(f);
    return (size_t)kilobytes << 10;
}

bool memory_exceeds(const pid_t *processes, size_t n, size_t limit)
{
    size_t total = 0;
    for (size_t i = 0; i < n; i++) total += memory_resident(processes[i]);
    if (total <= limit) return false;
    total = 0;
    for (size_t i = 0; i < n; i++) total += memory_share(processes[i]);
    return total > limit;
}
