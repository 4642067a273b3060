// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import PortableFoundation
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A thread of the system, for blocking calls: the cooperative pool has only one thread per core.
package enum SystemThread {
    /// Darwin's default of 512 KiB is little for SQLite's parser above nested JSON.
    private static let stackSize = 4 << 20

    /// Starts a thread that receives no signals but those of its own faults; `false` without memory, or at a limit.
    ///
    /// The name for debuggers has at most 15 bytes.
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        withoutSignals { create(name, body) }
    }

    /// Calls a function that starts a thread, which then receives no signals but those of its own faults.
    package static func withoutSignals<Result>(_ start: () -> Result) -> Result {
        var (current, blocked) = (sigset_t(), sigset_t())
        sigfillset(&blocked)
        // A blocked fault would end the process without a backtrace.
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&blocked, fault) }
        // The new thread inherits the mask.
        pthread_sigmask(SIG_SETMASK, &blocked, &current)
        defer { pthread_sigmask(SIG_SETMASK, &current, nil) }
        return start()
    }

    package static var current: UInt {
        #if canImport(Glibc)
        UInt(pthread_self())
        #else
        UInt(bitPattern: pthread_self())
        #endif
    }

    #if canImport(Darwin)
    private static func create(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let thread = Thread(block: body)
        thread.name = name
        thread.stackSize = stackSize
        thread.start()
        return true
    }
    #else
    private final class Content: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Sets the name of the current thread; the C library's module for Swift lacks `pthread_setname_np`.
    private static func setName(_ name: String) {
        let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        // Without a descriptor, both calls fail, and the thread keeps the program's name.
        _ = write(file, name, name.utf8.count)
        close(file)
    }

    /// Foundation's `Thread` ignores a failed start, and then its closure never runs.
    private static func create(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        // It cannot fail on Linux: pthread_attr_init(3).
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        var thread = pthread_t()
        let content = Unmanaged.passRetained(
            Content {
                setName(name)
                body()
            })
        guard pthread_create(&thread, &attributes, run, content.toOpaque()) == 0 else {
            content.release()
            return false
        }
        return true
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { content in
        if let content { Unmanaged<Content>.fromOpaque(content).takeRetainedValue().body() }
        return nil
    }
    #endif
}
