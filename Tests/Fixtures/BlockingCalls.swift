// SPDX-License-Identifier: Apache-2.0
#if os(Linux)

/// Finds calls that may block a cooperative-pool thread for milliseconds: a preloaded library wraps calls that sync or
/// lock files, poll sockets, look up hosts, and derive or make keys.
package struct BlockingCalls {
    private let library: StubLibrary
    private var report: URL { library.folder.appending(path: "report") }

    package init() async throws { library = try await StubLibrary("blocking.so", source: Self.source) }

    /// The environment that puts the library into a program.
    package var environment: [String: String] { ["LD_PRELOAD": library.file.path, "BLOCKING_CALLS": report.path] }

    /// Starts reporting: a starting program serves no requests.
    package func begin() throws { try Data().write(to: report) }

    /// The calls since ``begin()``, each with its backtrace; throws if the program has not loaded the library, or does
    /// not use Swift's tasks.
    package func found() throws -> [String] {
        _ = try Data(contentsOf: library.folder.appending(path: "report.loaded"))
        return try String(contentsOf: report, encoding: .utf8).split(separator: "== ").map(String.init)
    }

    package func remove() { library.remove() }

    /// The report is written only to an existing file.
    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <execinfo.h>
        #include <fcntl.h>
        #include <poll.h>
        #include <stddef.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <time.h>
        #include <unistd.h>

        static void *current;

        __attribute__((constructor)) static void begin(void) {
            const char *place = getenv("BLOCKING_CALLS");
            char name[512];
            current = dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
            if (!place || !current || snprintf(name, sizeof name, "%s.loaded", place) >= (int)sizeof name) return;
            close(open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        }

        static void *real(const char *name) {
            void *function = dlsym(RTLD_NEXT, name);
            if (!function) {
                fprintf(stderr, "no %s to call\n", name);
                abort();
            }
            return function;
        }

        static void note(const char *name) {
            const char *place = getenv("BLOCKING_CALLS");
            if (!place || !current || !((void *(*)(void))current)()) return;
            int report = open(place, O_WRONLY | O_APPEND | O_CLOEXEC);
            if (report < 0) return;
            void *frames[24];
            int count = backtrace(frames, 24);
            dprintf(report, "== %s\n", name);
            backtrace_symbols_fd(frames + 2, count - 2, report);
            close(report);
        }

        #define WRAP(name, parameters, ...)                                      \
            int name parameters {                                                \
                note(#name);                                                     \
                return ((int (*) parameters)real(#name))(__VA_ARGS__);           \
            }

        WRAP(fsync, (int file), file)
        WRAP(fdatasync, (int file), file)
        WRAP(flock, (int file, int operation), file, operation)
        WRAP(nanosleep, (const struct timespec *time, struct timespec *rest), time, rest)
        WRAP(getaddrinfo, (const char *host, const char *port, const void *hints, void *found), host, port, hints, found)
        WRAP(EVP_PKEY_generate, (void *context, void **key), context, key)
        WRAP(EVP_PBE_scrypt, (const char *password, size_t length, const unsigned char *salt, size_t salted, uint64_t n,
             uint64_t r, uint64_t p, uint64_t most, unsigned char *key, size_t bytes),
             password, length, salt, salted, n, r, p, most, key, bytes)

        int poll(struct pollfd *sockets, nfds_t count, int time) {
            if (time != 0) note("poll");
            return ((int (*)(struct pollfd *, nfds_t, int))real("poll"))(sockets, count, time);
        }
        """#
}
#endif
