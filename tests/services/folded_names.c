/* Lets the names below one directory be found in any case and Unicode form, as macOS does: loaded by LD_PRELOAD.
 *
 *   FOLDED_BELOW  the directory; of letters those of ASCII fold, and é, which may be one character or two
 *
 * Names are kept as they were given, and listed so. Only what looks for a name is covered: open, stat, access, readlink,
 * chdir and opendir.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static void fold(const char *name, char *key) {
    for (; *name; name++) {
        if ((unsigned char)name[0] == 0xc3 && ((unsigned char)name[1] & ~0x20) == 0x89) { /* É, é */
            key = stpcpy(key, "e\xcc\x81");
            name++;
        } else {
            *key++ = (char)tolower((unsigned char)*name);
        }
    }
    *key = 0;
}

static int exists(const char *path) {
    struct stat info;
    return !syscall(SYS_newfstatat, AT_FDCWD, path, &info, AT_SYMLINK_NOFOLLOW);
}

/* Write the name of an entry that folds to the same as `name` to `end`, which is where the path of `directory` ends. */
static int find(const char *directory, const char *name, char *end) {
    static DIR *(*opendir_)(const char *);
    char wanted[2 * NAME_MAX], key[2 * NAME_MAX];
    if (!opendir_) opendir_ = real("opendir");
    DIR *entries = opendir_(directory);
    if (!entries) return 0;
    fold(name, wanted);
    struct dirent *entry;
    int found = 0;
    while (!found && (entry = readdir(entries))) {
        fold(entry->d_name, key);
        if ((found = !strcmp(key, wanted))) sprintf(end, "/%s", entry->d_name);
    }
    closedir(entries);
    return found;
}

/* Return `path` as it is spelled on disk, in `out`, or itself where there is nothing to say. */
static const char *spelled(int at, const char *path, char *out) {
    static const char *below;
    char full[PATH_MAX], link[64];
    int before = errno;
    if (!below && !(below = getenv("FOLDED_BELOW"))) below = "/nowhere";
    size_t length = strlen(below);
    if (!path || strlen(path) >= PATH_MAX / 2) return path;
    if (path[0] == '/') {
        strcpy(full, path);
    } else if (at == AT_FDCWD) {
        if (!getcwd(full, PATH_MAX / 2)) return path;
        strcat(strcat(full, "/"), path);
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        ssize_t size = syscall(SYS_readlink, link, full, PATH_MAX / 2);
        if (size <= 0) return path;
        full[size] = 0;
        strcat(strcat(full, "/"), path);
    }
    if (strncmp(full, below, length) || full[length] != '/') return path;
    strcpy(out, below);
    char *rest = full + length, *name, *end;
    while ((name = strtok_r(rest, "/", &rest))) {
        if (!strcmp(name, ".")) continue;
        if (!strcmp(name, "..")) return path;
        end = out + strlen(out);
        sprintf(end, "/%s", name);
        if (!exists(out)) {
            *end = 0;
            if (!find(out, name, end)) sprintf(end, "/%s", name);
        }
    }
    errno = before;
    return out;
}

#define ON_NAME(type, name, parameters, at, path, ...)                                                                 \
    type name parameters {                                                                                             \
        static type(*next) parameters;                                                                                 \
        char out[2 * PATH_MAX];                                                                                        \
        if (!next) next = real(#name);                                                                                 \
        path = spelled(at, path, out);                                                                                 \
        return next(__VA_ARGS__);                                                                                      \
    }

ON_NAME(int, stat, (const char *path, struct stat *info), AT_FDCWD, path, path, info)
ON_NAME(int, lstat, (const char *path, struct stat *info), AT_FDCWD, path, path, info)
ON_NAME(int, stat64, (const char *path, struct stat64 *info), AT_FDCWD, path, path, info)
ON_NAME(int, lstat64, (const char *path, struct stat64 *info), AT_FDCWD, path, path, info)
ON_NAME(int, fstatat, (int at, const char *path, struct stat *info, int flags), at, path, at, path, info, flags)
ON_NAME(int, fstatat64, (int at, const char *path, struct stat64 *info, int flags), at, path, at, path, info, flags)
ON_NAME(int, access, (const char *path, int mode), AT_FDCWD, path, path, mode)
ON_NAME(int, faccessat, (int at, const char *path, int mode, int flags), at, path, at, path, mode, flags)
ON_NAME(ssize_t, readlink, (const char *path, char *to, size_t size), AT_FDCWD, path, path, to, size)
ON_NAME(ssize_t, readlinkat, (int at, const char *path, char *to, size_t size), at, path, at, path, to, size)
ON_NAME(int, chdir, (const char *path), AT_FDCWD, path, path)
ON_NAME(DIR *, opendir, (const char *path), AT_FDCWD, path, path)

#define MODE(flags)                                                                                                    \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                            \
    va_end(rest);

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        static int (*next)(const char *, int, ...);                                                                    \
        char out[2 * PATH_MAX];                                                                                        \
        MODE(flags)                                                                                                    \
        if (!next) next = real(#name);                                                                                 \
        return next(spelled(AT_FDCWD, path, out), flags, mode);                                                        \
    }

#define OPENAT(name)                                                                                                   \
    int name(int at, const char *path, int flags, ...) {                                                               \
        static int (*next)(int, const char *, int, ...);                                                               \
        char out[2 * PATH_MAX];                                                                                        \
        MODE(flags)                                                                                                    \
        if (!next) next = real(#name);                                                                                 \
        return next(at, spelled(at, path, out), flags, mode);                                                          \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
