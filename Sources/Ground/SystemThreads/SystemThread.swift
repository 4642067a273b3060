// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A thread of the system, for calls that block: the cooperative pool has only as many threads as the machine has
/// cores.
///
/// On Linux, Foundation's `Thread` ignores that no thread could be started, and then its closure never runs.
package enum SystemThread {
    private final class Content: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            setName()
            body()
        }

        /// Sets the name of the current thread.
        private func setName() {
            #if canImport(Darwin)
            pthread_setname_np(name)
            #else
            // The C library's module for Swift lacks pthread_setname_np.
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            _ = write(file, name, name.utf8.count)
            close(file)
            #endif
        }
    }

    /// Starts a thread, which receives no signals but those that its own faults raise.
    ///
    /// - Parameters:
    ///   - name: The name for debuggers, at most 15 bytes.
    ///   - body: What the thread runs; it ends with it.
    /// - Returns: Whether the thread was started; the system may lack the memory, or limit the number of threads.
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        // Darwin's default of 512 KiB is little for SQLite's parser above nested JSON.
        pthread_attr_setstacksize(&attributes, 4 << 20)
        var (blocked, current) = (sigset_t(), sigset_t())
        sigfillset(&blocked)
        // A blocked fault would end the process without a backtrace.
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&blocked, fault) }
        // The new thread inherits the mask.
        pthread_sigmask(SIG_SETMASK, &blocked, &current)
        defer { pthread_sigmask(SIG_SETMASK, &current, nil) }
        let content = Unmanaged.passRetained(Content(name, body))
        guard create(&attributes, content.toOpaque()) == 0 else {
            content.release()
            return false
        }
        return true
    }

    private static func create(_ attributes: inout pthread_attr_t, _ content: UnsafeMutableRawPointer) -> CInt {
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        return pthread_create(&thread, &attributes, run, content)
    }

    #if canImport(Darwin)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { content in
        Unmanaged<Content>.fromOpaque(content).takeRetainedValue().run()
        return nil
    }
    #else
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { content in
        if let content { Unmanaged<Content>.fromOpaque(content).takeRetainedValue().run() }
        return nil
    }
    #endif
}
