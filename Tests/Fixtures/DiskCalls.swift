// SPDX-License-Identifier: Apache-2.0
#if os(Linux)

/// Records the order of a program's writes, syncs, and renames, by a preloaded library.
package struct DiskCalls {
    package enum Call: Equatable, Sendable {
        case write(String)
        /// Of a file or a folder.
        case sync(String)
        case rename(String, to: String)
    }

    private let library: StubLibrary
    private var report: URL { library.folder.appending(path: "report") }

    package init() async throws { library = try await StubLibrary("disk.so", source: Self.source) }

    /// The environment that puts the library into a program.
    package var environment: [String: String] { ["LD_PRELOAD": library.file.path, "DISK_CALLS": report.path] }

    /// The calls in order, with the files' paths; a pipe's never starts with a slash.
    package func found() throws -> [Call] {
        try String(contentsOf: report, encoding: .utf8).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t").map(String.init)
            return switch parts.count {
            case 2 where parts[0] == "write": .write(parts[1])
            case 2 where parts[0] == "fsync": .sync(parts[1])
            case 3: .rename(parts[1], to: parts[2])
            // The end of a killed program
            default: nil
            }
        }
    }

    package func remove() { library.remove() }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/types.h>
        #include <unistd.h>

        static void note(const char *call, const char *path, const char *other) {
            const char *place = getenv("DISK_CALLS");
            int report = place ? open(place, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
            if (report < 0) return;
            dprintf(report, other ? "%s\t%s\t%s\n" : "%s\t%s\n", call, path, other);
            close(report);
        }

        static void note_file(const char *call, int file) {
            char link[64], path[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t length = readlink(link, path, sizeof path - 1);
            if (length < 0) return;
            path[length] = 0;
            note(call, path, NULL);
        }

        ssize_t write(int file, const void *bytes, size_t count) {
            ssize_t written = ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(file, bytes, count);
            if (written > 0) note_file("write", file);
            return written;
        }

        int fsync(int file) {
            int result = ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
            if (result == 0) note_file("fsync", file);
            return result;
        }

        int rename(const char *from, const char *to) {
            int result = ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
            if (result == 0) note("rename", from, to);
            return result;
        }
        """#
}
#endif
