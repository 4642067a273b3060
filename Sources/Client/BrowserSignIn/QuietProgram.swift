// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import PortableFoundation

/// A running program without input and output; Foundation's `Process` would link ICU on Linux.
struct QuietProgram: Sendable {
    private let id: pid_t

    init(_ program: URL, _ arguments: [String]) throws(POSIXError) {
        #if canImport(Glibc)
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #else
        var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for stream in STDIN_FILENO...STDERR_FILENO {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        // A browser outlives this program: it must not hold a lock of the shell, or end with Ctrl-C.
        #if canImport(Glibc)
        for descriptor in STDERR_FILENO + 1..<1024 where fcntl(descriptor, F_GETFD) == 0 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        let closing: Int32 = 0
        #else
        let closing = POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        // Otherwise, the program would inherit the ignored signals.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(POSIX_SPAWN_SETPGROUP) | closing
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var id: pid_t = 0
        let code = Self.withCStrings([program.path] + arguments) { arguments in
            Self.withCStrings(environment) { environment in
                posix_spawn(&id, program.path, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        self.id = id
    }

    /// Blocks the thread until the program ends; returns whether it succeeded.
    func wait() -> Bool {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return status == 0
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
#endif
