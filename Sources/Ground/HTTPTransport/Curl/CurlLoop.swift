// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import PortableFoundation

/// The event loop of a driver's thread, and everything that only this thread may use.
///
/// It is not `Sendable`: ``CurlDriver/start()`` creates it, and passes it to the thread.
final class CurlLoop {
    private static let mostIdleConnections = 1024
    /// The handles that are kept for later requests; none before 8.2.
    ///
    /// Earlier versions, such as 7.88 of Debian 12, write to freed memory of a reused handle when a response begins
    /// with a folded line. Without spare handles, which keep TLS sessions, new connections resume none.
    private static let mostSpareHandles =
        (curl.version_info(CURLVERSION_SEVENTH)?.pointee.version_num ?? 0) < 0x080200 ? 0 : 64
    /// The longest wait, in milliseconds.
    private static let longestWait: CInt = 600_000

    private let driver: CurlDriver
    private let multi: UnsafeMutableRawPointer
    private let idle = IdleSockets()
    private var running: [ObjectIdentifier: CurlTransfer] = [:]
    private var spare: [UnsafeMutableRawPointer] = []
    private var nextEnd: ContinuousClock.Instant?

    init?(of driver: CurlDriver) {
        guard let multi = curl.multi_init() else { return nil }
        _ = ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, Self.mostIdleConnections)
        self.driver = driver
        self.multi = multi
    }

    deinit {
        for easy in spare { curl.easy_cleanup(easy) }
        _ = curl.multi_cleanup(multi)
    }

    func run() {
        while true {
            let (commands, isClosed) = driver.takeCommands()
            for command in commands { execute(command) }
            if isClosed { break }
            var count: CInt = 0
            _ = curl.multi_perform(multi, &count)
            finishEnded()
            for transfer in running.values { transfer.wakeReader() }
            wait(endTimedOut())
        }
        let closed = TransportError(.connectionLost, "the transport was closed before the response arrived")
        for transfer in Array(running.values) {
            remove(transfer)
            transfer.exchange.end(.failure(closed))
        }
    }

    private func execute(_ command: CurlDriver.Command) {
        switch command {
        case .start(let exchange): start(exchange)
        case .resume(let exchange): running[ObjectIdentifier(exchange)]?.resume()
        case .cancel(let exchange): running[ObjectIdentifier(exchange)].map { remove($0) }
        }
    }

    private func start(_ exchange: CurlExchange, after earlier: CurlTransfer? = nil) {
        guard !exchange.hasEnded else { return }
        guard let easy = spare.popLast() ?? curl.easy_init() else {
            exchange.end(.failure(TransportError.out(of: "memory")))
            return
        }
        let transfer = CurlTransfer(exchange, on: easy, idle, after: earlier)
        running[ObjectIdentifier(exchange)] = transfer
        guard transfer.prepare(), curl.multi_add_handle(multi, easy) == CURLM_OK else {
            remove(transfer)
            exchange.end(.failure(transfer.failure ?? TransportError.out(of: "memory")))
            return
        }
        let end = transfer.end
        nextEnd = nextEnd.map { min($0, end) } ?? end
    }

    private func finishEnded() {
        var left: CInt = 0
        while let message = curl.multi_info_read(multi, &left) {
            let ended = message.pointee
            guard ended.msg == CURLMSG_DONE, let easy = ended.easy_handle, let transfer = CurlTransfer.of(easy) else {
                continue
            }
            // Before the handle is reset: the reasons are read from it.
            let result = transfer.result(ended.data.result)
            idle.note(easy)
            remove(transfer)
            // Safe: nothing was sent, or the request is repeatable.
            if transfer.mustRestart { start(transfer.exchange, after: transfer) } else { transfer.exchange.end(result) }
        }
    }

    /// Ends the requests that have timed out; returns how long the others may wait, in milliseconds.
    private func endTimedOut() -> CInt {
        guard let end = nextEnd else { return Self.longestWait }
        let now = ContinuousClock.now
        guard end <= now else { return Self.milliseconds(end - now) }
        for transfer in Array(running.values) where transfer.end <= now {
            remove(transfer)
            transfer.exchange.end(.failure(transfer.exchange.request.timedOut))
        }
        nextEnd = running.values.lazy.map(\.end).min()
        return nextEnd.map { Self.milliseconds($0 - now) } ?? Self.longestWait
    }

    static func milliseconds(_ duration: Duration) -> CInt {
        let (seconds, attoseconds) = duration.components
        guard seconds < Int64(longestWait / 1000) else { return longestWait }
        // Rounded up, or the loop would spin through the last millisecond.
        return CInt(seconds) * 1000 + CInt(attoseconds / 1_000_000_000_000_000) + 1
    }

    private func wait(_ milliseconds: CInt) {
        var wakeup = curl_waitfd(fd: driver.wakeup, events: CShort(CURL_WAIT_POLLIN), revents: 0)
        _ = curl.multi_poll(multi, &wakeup, 1, milliseconds, nil)
        var count: eventfd_t = 0
        if wakeup.revents != 0 { eventfd_read(driver.wakeup, &count) }
    }

    private func remove(_ transfer: CurlTransfer) {
        guard running.removeValue(forKey: ObjectIdentifier(transfer.exchange)) != nil else { return }
        _ = curl.multi_remove_handle(multi, transfer.easy)
        transfer.release()
        if spare.count < Self.mostSpareHandles {
            curl.easy_reset(transfer.easy)
            spare.append(transfer.easy)
        } else {
            curl.easy_cleanup(transfer.easy)
        }
    }
}
#endif
