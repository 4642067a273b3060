// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import Foundation
import Synchronization

/// The thread that owns all handles of libcurl for a transport; other threads leave it commands.
///
/// No lock is held while a continuation is resumed or a function of libcurl runs.
final class CurlDriver: Sendable {
    /// What another thread wants.
    enum Command {
        /// Send the request.
        case start(CurlExchange)
        /// The reader took pieces, or the content of the request has more.
        case look(CurlExchange)
        /// Nobody waits for the answer.
        case stop(CurlExchange)
    }

    struct Mailbox {
        var commands: [Command] = []
        var isClosed = false
    }

    private let mailbox = Mutex(Mailbox())
    private let bell: CInt

    private init(bell: CInt) { self.bell = bell }

    deinit { close(bell) }

    /// Starts the thread.
    ///
    /// - Returns: The driver, and the thread, which someone must join after ``stop()``.
    /// - Throws: ``TransportError`` (`missingLibrary`), also without memory for a thread.
    static func start() throws(TransportError) -> (CurlDriver, pthread_t) {
        try CurlLibrary.load()
        let bell = ccurl_bell()
        guard bell >= 0 else { throw TransportError(.missingLibrary, "too many files are open to send a request") }
        let driver = CurlDriver(bell: bell)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(driver)
        guard ccurl_thread_start(&thread, body, context.toOpaque()) == 0 else {
            context.release()
            throw TransportError(.missingLibrary, "no thread could be started to send a request")
        }
        return (driver, thread)
    }

    /// A function of C inherits the isolation of the place where it is written, and traps elsewhere; here is none.
    private static var body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        { context in
            guard let context else { return nil }
            let driver = Unmanaged<CurlDriver>.fromOpaque(context).takeRetainedValue()
            var loop = CurlLoop(ringingAt: driver.bell)
            loop.run {
                driver.mailbox.withLock { mailbox in
                    defer { mailbox.commands = [] }
                    return (mailbox.commands, mailbox.isClosed)
                }
            }
            return nil
        }
    }

    /// Leaves a command; `false` after ``stop()``.
    @discardableResult
    func tell(_ command: Command) -> Bool {
        let (isOpen, isFirst) = mailbox.withLock { mailbox in
            guard !mailbox.isClosed else { return (false, false) }
            mailbox.commands.append(command)
            return (true, mailbox.commands.count == 1)
        }
        if isFirst { ccurl_ring(bell) }
        return isOpen
    }

    /// Ends all exchanges and then the thread.
    func stop() {
        mailbox.withLock { $0.isClosed = true }
        ccurl_ring(bell)
    }
}
#endif
