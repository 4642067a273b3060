// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import PortableFoundation
import Synchronization
import SystemThreads

/// The thread that performs the requests of a transport; other threads enqueue commands for it.
///
/// The thread owns all handles of libcurl. No lock is held while a continuation is resumed or libcurl runs.
final class CurlDriver: Sendable {
    enum Command {
        case start(CurlExchange)
        case resume(CurlExchange)
        case cancel(CurlExchange)
    }

    private struct Queue {
        var commands: [Command] = []
        var isClosed = false
    }

    private let queue = Mutex(Queue())
    /// The eventfd that ends the thread's wait; libcurl's own wakeup would share the handle between threads.
    let wakeup: CInt

    init(wakeup: CInt) { self.wakeup = wakeup }

    deinit { close(wakeup) }

    /// Starts the thread, which the caller joins or detaches after ``stop()``; the library must be loaded.
    static func start() throws(TransportError) -> (driver: CurlDriver, thread: pthread_t) {
        let wakeup = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeup >= 0 else { throw .out(of: "file descriptor") }
        let driver = CurlDriver(wakeup: wakeup)
        guard let loop = CurlLoop(of: driver) else { throw .out(of: "memory") }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(loop)
        // With `CURLOPT_NOSIGNAL`, libcurl leaves SIGPIPE to its caller.
        let code = SystemThread.withoutSignals { pthread_create(&thread, nil, body, context.toOpaque()) }
        guard code == 0 else {
            context.release()
            throw .out(of: "thread")
        }
        return (driver, thread)
    }

    /// In a static property, which has no isolation: a closure in an isolated function would inherit its isolation, and
    /// trap on this thread.
    private static var body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        { loop in
            if let loop { Unmanaged<CurlLoop>.fromOpaque(loop).takeRetainedValue().run() }
            return nil
        }
    }

    @discardableResult
    func enqueue(_ command: Command) -> Bool {
        let (isOpen, isFirst) = queue.withLock { queue in
            guard !queue.isClosed else { return (false, false) }
            queue.commands.append(command)
            return (true, queue.commands.count == 1)
        }
        if isFirst { wake() }
        return isOpen
    }

    func takeCommands() -> (commands: [Command], isClosed: Bool) {
        queue.withLock { queue in
            defer { queue.commands = [] }
            return (queue.commands, queue.isClosed)
        }
    }

    func stop() {
        queue.withLock { $0.isClosed = true }
        wake()
    }

    private func wake() { eventfd_write(wakeup, 1) }
}
#endif
