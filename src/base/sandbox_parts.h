#ifndef BASE_SANDBOX_PARTS_H
#define BASE_SANDBOX_PARTS_H

/* Between the files of the sandbox. */

#include "base/sandbox.h"

/* Devices that do not store anything. */
static const char *const SANDBOX_DEVICES[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
enum { SANDBOX_DEVICE_COUNT = sizeof SANDBOX_DEVICES / sizeof *SANDBOX_DEVICES };

int landlock_version(void); /* 0: there is none */
bool landlock_enter(const sandbox *s);

bool filter_exists(void);
bool filter_enter(const sandbox_support *s); /* the process has no new privileges already */

/* Limits that the system has not, or not for root: some calls of the program wait until the supervisor has answered. It gets a listener, a
 * descriptor that is readable when one waits. */
typedef enum question_kind { QUESTION_FORK, QUESTION_MEMORY_FILE } question_kind;
typedef struct question {
    uint64_t id;
    question_kind kind;
} question;
bool questions_exist(void);
void questions_ask(int channel); /* in the program's process, which has no new privileges already: hands over the listener */
int questions_listen(int channel); /* at the other end: the listener; -1: none came */
bool questions_take(int listener, question *out); /* one that waits */
void questions_answer(int listener, const question *q, int error); /* 0: the call goes on */

/* Children are in new namespaces; in a process with one thread. */
bool namespaces_enter(const sandbox *s);
/* In the first process of the process namespace: /proc shows this namespace only, if the kernel lets us. */
void namespaces_mount_proc(void);

#endif
