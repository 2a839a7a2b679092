/* Lets the N-th call that writes below one directory fail: loaded by LD_PRELOAD, steered through a shared file.
 *
 *   WRITE_FAULTS_BELOW    the directory, as its calls name it
 *   WRITE_FAULTS_CONTROL  a file of 32 bytes: how many such calls there were; the first and the last (exclusive)
 *                         that fail; errno
 *   WRITE_FAULTS_TRACE    a file that gets one line for each call: "number name path", "!" in front of one that failed
 *
 * Calls count in every process that has it loaded. Reads never fail.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
    _Atomic long count, first, end, number;
};

static const char *below;
static size_t below_length;
static struct control *control;
static int trace = -1;

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void begin(void) {
    const char *directory = getenv("WRITE_FAULTS_BELOW"), *file = getenv("WRITE_FAULTS_CONTROL");
    const char *log = getenv("WRITE_FAULTS_TRACE");
    int (*open_)(const char *, int, ...) = real("open");
    if (!directory || !file) return;
    int fd = open_(file, O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapped == MAP_FAILED) return;
    if (log) trace = open_(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    below = directory;
    below_length = strlen(directory);
    control = mapped;
}

/* Return whether this call on a path is to fail, with errno set. */
static int fails(const char *name, const char *path) {
    static ssize_t (*write_)(int, const void *, size_t);
    if (!control || !path || strncmp(path, below, below_length)) return 0;
    long number = atomic_fetch_add(&control->count, 1) + 1;
    int failing = number >= control->first && number < control->end;
    if (trace >= 0) {
        char line[PATH_MAX + 64];
        int length = snprintf(line, sizeof line, "%s%ld %s %s\n", failing ? "!" : "", number, name, path + below_length);
        if (!write_) write_ = real("write");
        if (length > 0 && write_(trace, line, length) < 0) return 0;
    }
    if (failing) errno = (int)control->number;
    return failing;
}

static int fails_on(const char *name, int fd) {
    char link[64], path[PATH_MAX];
    if (!control || fd < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return fails(name, path);
}

#define ON_FILE(type, name, parameters, arguments, fd)                                                                 \
    type name parameters {                                                                                             \
        static type(*next) parameters;                                                                                 \
        if (!next) next = real(#name);                                                                                 \
        return fails_on(#name, fd) ? -1 : next arguments;                                                              \
    }

#define ON_PATH(name, parameters, arguments, path)                                                                     \
    int name parameters {                                                                                              \
        static int(*next) parameters;                                                                                  \
        if (!next) next = real(#name);                                                                                 \
        return fails(#name, path) ? -1 : next arguments;                                                               \
    }

#define OPENING(name, parameters, arguments)                                                                           \
    int name parameters {                                                                                              \
        static int (*next)();                                                                                          \
        mode_t mode = 0;                                                                                               \
        if (!next) next = real(#name);                                                                                 \
        if (flags & O_CREAT) {                                                                                            \
            va_list rest;                                                                                              \
            va_start(rest, flags);                                                                                     \
            mode = va_arg(rest, mode_t);                                                                               \
            va_end(rest);                                                                                              \
        }                                                                                                              \
        if (flags & (O_CREAT | O_TRUNC) && fails(#name, path)) return -1;                                              \
        return next arguments;                                                                                         \
    }

OPENING(open, (const char *path, int flags, ...), (path, flags, mode))
OPENING(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENING(openat, (int at, const char *path, int flags, ...), (at, path, flags, mode))
OPENING(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))

ON_FILE(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), fd)
ON_FILE(ssize_t, pwrite, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at), fd)
ON_FILE(ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at), fd)
ON_FILE(ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count), fd)
ON_FILE(ssize_t, sendfile, (int fd, int from, off_t *at, size_t size), (fd, from, at, size), fd)
ON_FILE(ssize_t, sendfile64, (int fd, int from, off64_t *at, size_t size), (fd, from, at, size), fd)
ON_FILE(ssize_t, copy_file_range, (int from, off64_t *at, int fd, off64_t *to, size_t size, unsigned flags),
        (from, at, fd, to, size, flags), fd)
ON_FILE(int, fsync, (int fd), (fd), fd)
ON_FILE(int, fdatasync, (int fd), (fd), fd)
ON_FILE(int, ftruncate, (int fd, off_t size), (fd, size), fd)
ON_FILE(int, ftruncate64, (int fd, off64_t size), (fd, size), fd)

ON_PATH(rename, (const char *old, const char *path), (old, path), path)
ON_PATH(renameat, (int from, const char *old, int at, const char *path), (from, old, at, path), path)
ON_PATH(renameat2, (int from, const char *old, int at, const char *path, unsigned flags), (from, old, at, path, flags),
        path)
ON_PATH(link, (const char *old, const char *path), (old, path), path)
ON_PATH(linkat, (int from, const char *old, int at, const char *path, int flags), (from, old, at, path, flags), path)
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode), path)
ON_PATH(unlink, (const char *path), (path), path)
