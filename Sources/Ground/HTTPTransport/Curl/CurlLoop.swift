// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl

/// The loop of a driver's thread, with everything that only this thread may touch.
struct CurlLoop: ~Copyable {
    /// Connections without a request that are kept.
    private static let mostIdleConnections = 1024
    /// Handles that are kept for the next requests.
    private static let mostSpareHandles = 64
    /// The longest wait, in milliseconds.
    private static let longestWait: CInt = 600_000

    private let multi: UnsafeMutableRawPointer?
    private let bell: CInt
    private var running: [ObjectIdentifier: CurlTransfer] = [:]
    private var spare: [UnsafeMutableRawPointer] = []
    /// The first moment at which one of the requests may have waited too long.
    private var nextEnd: ContinuousClock.Instant?

    init(ringingAt bell: CInt) {
        multi = ccurl_multi_init(Self.mostIdleConnections, 0)
        self.bell = bell
    }

    deinit {
        for easy in spare { ccurl_cleanup(easy) }
        // Closes the sockets.
        if let multi { _ = ccurl_multi_cleanup(multi) }
    }

    /// Runs until the mailbox is closed.
    mutating func run(_ take: () -> (commands: [CurlDriver.Command], isClosed: Bool)) {
        while true {
            let (commands, isClosed) = take()
            for command in commands { obey(command) }
            if isClosed { break }
            if let multi { _ = ccurl_multi_perform(multi) }
            finishEnded()
            let wait = endLate()
            // What the calls above have caused, such as a reader that was faster.
            _ = ccurl_multi_wait(multi, bell, wait)
        }
        let closed = TransportError(.connectionLost, "the transport was closed before the response arrived")
        for transfer in Array(running.values) {
            remove(transfer)
            transfer.exchange.end(.failure(closed))
        }
    }

    private mutating func obey(_ command: CurlDriver.Command) {
        switch command {
        case .start(let exchange): start(exchange)
        case .look(let exchange): running[ObjectIdentifier(exchange)]?.resume()
        case .stop(let exchange): running[ObjectIdentifier(exchange)].map { remove($0) }
        }
    }

    private mutating func start(_ exchange: CurlExchange) {
        guard !exchange.hasEnded else { return }
        guard let multi, let easy = spare.popLast() ?? ccurl_init() else {
            exchange.end(.failure(TransportError(.missingLibrary, "no memory to send a request")))
            return
        }
        let transfer = CurlTransfer(exchange, on: easy)
        running[ObjectIdentifier(exchange)] = transfer
        guard transfer.prepare(), ccurl_multi_add(multi, easy) == CURLM_OK else {
            remove(transfer)
            exchange.end(.failure(transfer.failure ?? TransportError(.missingLibrary, "libcurl refuses the request")))
            return
        }
        let end = transfer.end
        nextEnd = nextEnd.map { min($0, end) } ?? end
    }

    private mutating func finishEnded() {
        guard let multi else { return }
        var ended = ccurl_ended()
        while ccurl_multi_next_ended(multi, &ended) {
            guard let transfer = CurlTransfer.of(ended.easy) else { continue }
            // Before the handle is given back: the reasons are read from it.
            let result = transfer.result(ended.code)
            remove(transfer)
            transfer.exchange.end(result)
        }
    }

    /// Ends the requests that have waited too long; returns how long the rest may wait, in milliseconds.
    private mutating func endLate() -> CInt {
        guard let end = nextEnd else { return Self.longestWait }
        let now = ContinuousClock.now
        guard end <= now else { return Self.milliseconds(end - now) }
        for transfer in Array(running.values) where transfer.end <= now {
            remove(transfer)
            transfer.exchange.end(.failure(transfer.exchange.order.timedOut))
        }
        nextEnd = running.values.lazy.map(\.end).min()
        return nextEnd.map { Self.milliseconds($0 - now) } ?? Self.longestWait
    }

    private static func milliseconds(_ duration: Duration) -> CInt {
        let (seconds, attoseconds) = duration.components
        guard seconds < Int64(longestWait / 1000) else { return longestWait }
        // Rounded up, or the loop would turn idly through the last millisecond.
        return CInt(seconds) * 1000 + CInt(attoseconds / 1_000_000_000_000_000) + 1
    }

    private mutating func remove(_ transfer: CurlTransfer) {
        guard running.removeValue(forKey: ObjectIdentifier(transfer.exchange)) != nil else { return }
        if let multi { _ = ccurl_multi_remove(multi, transfer.easy) }
        transfer.release()
        if spare.count < Self.mostSpareHandles {
            ccurl_reset(transfer.easy)
            spare.append(transfer.easy)
        } else {
            ccurl_cleanup(transfer.easy)
        }
    }
}
#endif
