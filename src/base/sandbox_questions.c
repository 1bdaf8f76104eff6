#include "base/sandbox_parts.h"

#include <errno.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- handing over a descriptor ---- */

typedef union control {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
} control;

static struct msghdr message_of(struct iovec *byte, control *c)
{
    return (struct msghdr){.msg_iov = byte, .msg_iovlen = 1, .msg_control = c->bytes, .msg_controllen = sizeof c->bytes};
}

static void hand_over(int channel, int descriptor)
{
    control c = {.bytes = {0}};
    char byte = 0;
    struct iovec one = {&byte, 1};
    struct msghdr m = message_of(&one, &c);
    struct cmsghdr *head = CMSG_FIRSTHDR(&m);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    (void)sendmsg(channel, &m, MSG_NOSIGNAL);
}

int questions_listen(int channel)
{
    control c = {.bytes = {0}};
    char byte;
    int descriptor = -1;
    struct iovec one = {&byte, 1};
    struct msghdr m = message_of(&one, &c);
    ssize_t n;
    while ((n = recvmsg(channel, &m, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) continue;
    struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&m) : NULL;
    if (head && head->cmsg_type == SCM_RIGHTS) memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return descriptor;
}

/* ---- asking ---- */

static const struct {
    const char *call;
    question_kind kind;
} CALLS[] = {{"fork", QUESTION_FORK}, {"vfork", QUESTION_FORK}, {"clone", QUESTION_FORK}, {"memfd_create", QUESTION_MEMORY_FILE}};
enum { N_CALLS = sizeof CALLS / sizeof *CALLS };

/* A call can go on after a question since Linux 5.5; this one, which does nothing, is there since 5.9. */
bool questions_exist(void) { return close_range(UINT_MAX, UINT_MAX, 0) == 0; }

void questions_ask(int channel)
{
    scmp_filter_ctx filter = questions_exist() ? seccomp_init(SCMP_ACT_ALLOW) : NULL;
    if (!filter) return;
    bool ok = seccomp_arch_native() != SCMP_ARCH_X86_64 || seccomp_arch_add(filter, SCMP_ARCH_X86) == 0;
    for (size_t i = 0; i < N_CALLS; i++) {
        int result = seccomp_rule_add(filter, SCMP_ACT_NOTIFY, seccomp_syscall_resolve_name(CALLS[i].call), 0);
        ok = ok && (result == 0 || result == -EDOM);
    }
    if (ok && seccomp_load(filter) == 0) hand_over(channel, seccomp_notify_fd(filter));
    seccomp_release(filter);
}

/* ---- answering ---- */

static question_kind kind_of(const struct seccomp_data *call)
{
    for (size_t i = 0; i < N_CALLS; i++)
        if (call->nr == seccomp_syscall_resolve_name_arch(call->arch, CALLS[i].call)) return CALLS[i].kind;
    return QUESTION_FORK;
}

bool questions_take(int listener, question *out)
{
    struct seccomp_notif *asked = NULL;
    struct seccomp_notif_resp *unused = NULL;
    if (seccomp_notify_alloc(&asked, &unused) != 0) return false;
    bool ok = seccomp_notify_receive(listener, asked) == 0;
    if (ok) *out = (question){.id = asked->id, .kind = kind_of(&asked->data)};
    seccomp_notify_free(asked, unused);
    return ok;
}

void questions_answer(int listener, const question *q, int error)
{
    struct seccomp_notif *unused = NULL;
    struct seccomp_notif_resp *answer = NULL;
    if (seccomp_notify_alloc(&unused, &answer) != 0) return;
    answer->id = q->id;
    answer->error = -error;
    if (!error) answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    (void)seccomp_notify_respond(listener, answer);
    seccomp_notify_free(unused, answer);
}
