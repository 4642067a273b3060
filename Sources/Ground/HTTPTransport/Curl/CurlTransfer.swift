// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import Foundation
import HTTPMessages

/// The side of an exchange that belongs to the driver's thread: a handle, and what libcurl calls back.
///
/// It is not `Sendable`, so the compiler keeps it on that thread.
final class CurlTransfer {
    let exchange: CurlExchange
    let easy: UnsafeMutableRawPointer
    /// The reason why a callback broke the transfer off.
    private(set) var failure: (any Error)?
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var head = ResponseHead()
    private var isAnswered = false
    private var admitted: [[UInt8]] = []
    private var attempts = 0
    private let start = ContinuousClock.now
    private var lastMove = ContinuousClock.now
    private var isHeld = false

    private var order: CurlOrder { exchange.order }

    init(_ exchange: CurlExchange, on easy: UnsafeMutableRawPointer) {
        (self.exchange, self.easy) = (exchange, easy)
    }

    /// The moment at which the exchange has taken too long.
    var end: ContinuousClock.Instant {
        let idle = lastMove + order.idleTimeout
        return order.deadline.map { min(start + $0, idle) } ?? idle
    }

    // MARK: Handle

    /// The transfer of a handle that ``prepare()`` has set up.
    static func of(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? { of(context: ccurl_context(easy)) }

    /// Sets up the handle; it holds the transfer until ``release()``.
    func prepare() -> Bool {
        isHeld = true
        let context = Unmanaged.passRetained(self).toOpaque()
        var callbacks = Self.callbacks
        let knowsPeers = ccurl_set_callbacks(easy, &callbacks, context)
        var options = CurlOptions(easy)
        options.set(order)
        // Without the callback before a request, only a new connection is known to be admitted, and is sent on once.
        if !knowsPeers, order.rule != nil || !order.isRepeatable { options.set(CURLOPT_FRESH_CONNECT, 1) }
        lists = options.lists
        failure = options.failure
        return failure == nil
    }

    /// Gives back what ``prepare()`` took.
    func release() {
        for list in lists { ccurl_list_free(list) }
        lists = []
        guard isHeld else { return }
        isHeld = false
        Unmanaged.passUnretained(self).release()
    }

    /// Goes on with what was paused, as far as reader and content allow it.
    func resume() {
        let (receives, sends) = exchange.flow
        _ = ccurl_pause(easy, (receives ? 0 : CURLPAUSE_RECV) | (sends ? 0 : CURLPAUSE_SEND))
    }

    /// The end of the exchange.
    func result(_ code: CURLcode) -> Result<Void, any Error> {
        if let failure { return .failure(failure) }
        if order.rule != nil, admitted.isEmpty, code == CURLE_COULDNT_CONNECT { return .failure(PeerRule.Violation()) }
        if code == CURLE_OK {
            // The library takes a connection that ends within the head for a whole answer.
            return isAnswered ? .success(()) : .failure(order.lost("closed the connection before it responded"))
        }
        return .failure(TransportError.explaining(code, of: easy, order))
    }

    // MARK: Callbacks

    private static func of(context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Made anew each time: a stored value of functions that are not `Sendable` would need a lock.
    private static var callbacks: ccurl_callbacks {
        ccurl_callbacks(
            header: { bytes, _, count, context in
                CurlTransfer.of(context: context)?.header(UnsafeRawBufferPointer(start: bytes, count: count)) == true
                    ? count : 0
            },
            write: { bytes, _, count, context in
                CurlTransfer.of(context: context)?.write(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
            },
            read: { bytes, one, count, context in
                CurlTransfer.of(context: context)?.read(UnsafeMutableRawBufferPointer(start: bytes, count: one * count))
                    ?? Int(CURL_READFUNC_ABORT)
            },
            open: { context, _, address in address.flatMap { CurlTransfer.of(context: context)?.open($0) } ?? -1 },
            ready: { context, peer, _, _, _ in
                peer.flatMap { CurlTransfer.of(context: context)?.isReady($0) } == true
                    ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            })
    }

    private func header(_ line: UnsafeRawBufferPointer) -> Bool {
        switch head.take(line) {
        case .more: return true
        case .refused(let why):
            failure = order.lost("does not respond with HTTP: \(why)")
            return false
        case .complete(let response):
            isAnswered = true
            lastMove = .now
            exchange.answer(response)
            return true
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastMove = .now
        return exchange.receive(bytes) ? bytes.count : Int(CURL_WRITEFUNC_PAUSE)
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch exchange.supply(buffer) {
        case .bytes(let count):
            lastMove = .now
            return count
        case .later: return Int(CURL_READFUNC_PAUSE)
        case .over: return Int(CURL_READFUNC_ABORT)
        }
    }

    /// Judges an address before anything is sent to it.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t? {
        if let rule = order.rule {
            var bytes = [UInt8](repeating: 0, count: 16)
            bytes.removeLast(16 - Int(ccurl_address(address, &bytes)))
            guard rule.admits(bytes) else { return nil }
            admitted.append(bytes)
        }
        return ccurl_socket(address)
    }

    /// Judges the server of an open connection, which may come from another request.
    private func isReady(_ peer: UnsafeMutablePointer<CChar>) -> Bool {
        attempts += 1
        guard attempts == 1 || order.isRepeatable else {
            // The library would send the request a second time, where the first one may have been heard.
            failure = order.lost("closed the connection before it responded")
            return false
        }
        guard let rule = order.rule else { return true }
        guard let address = ProxyExceptions.bytes(of: String(cString: peer)),
            admitted.contains(address) || rule.admits(address)
        else {
            failure = PeerRule.Violation()
            return false
        }
        return true
    }
}
#endif
