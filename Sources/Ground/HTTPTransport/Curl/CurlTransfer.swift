// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import PortableFoundation
import HTTPMessages

/// The side of an exchange that belongs to the driver's thread: a handle, and the callbacks of libcurl.
///
/// It is not `Sendable`, so the compiler keeps it on that thread.
final class CurlTransfer {
    let exchange: CurlExchange
    let easy: UnsafeMutableRawPointer
    private(set) var failure: (any Error)?
    /// Whether the connection had unsolicited bytes, so that the request was not sent on it.
    private(set) var mustRestart = false
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let idle: IdleSockets
    private var head: ResponseHead
    private var hasResponse = false
    private var chunks: ChunkReader?
    /// Whether the content ends only with the connection.
    private var needsCloseNotify = false
    private var hasNoDescriptor = false
    /// The addresses that the rule of the request allows, of sockets that were opened for it.
    private var allowedAddresses: [[UInt8]] = []
    private var attempts = 0
    private let start: ContinuousClock.Instant
    private let needsNewConnection: Bool
    private var lastProgress = ContinuousClock.now
    private var hasNews = false

    private var request: CurlRequest { exchange.request }

    /// A transfer after one with unsolicited bytes uses a new connection, which has none, so no third one follows.
    init(_ exchange: CurlExchange, on easy: UnsafeMutableRawPointer, _ idle: IdleSockets, after other: CurlTransfer?) {
        self.exchange = exchange
        self.easy = easy
        self.idle = idle
        start = other?.start ?? .now
        needsNewConnection = other != nil
        head = ResponseHead(allowsHTTP2: exchange.request.security != nil)
    }

    /// The instant at which the transfer times out, unless bytes are transferred before.
    var end: ContinuousClock.Instant {
        let idle = lastProgress + request.idleTimeout
        return request.deadline.map { min(start + $0, idle) } ?? idle
    }

    // MARK: Handle

    static func of(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? { of(context: ccurl_context(easy)) }

    /// Sets the options of the handle, which retains the transfer until ``release()``; a refused one sets ``failure``.
    func prepare() -> Bool {
        let context = Unmanaged.passRetained(self).toOpaque()
        var callbacks = Self.callbacks
        let checksConnections = ccurl_set_callbacks(easy, &callbacks, context)
        var options = CurlOptions(easy)
        options.set(request)
        // Without the callback before a request, libcurl would reuse a connection and repeat a request unchecked.
        if needsNewConnection || !checksConnections { options.set(CURLOPT_FRESH_CONNECT, 1) }
        lists = options.lists
        failure = options.failure
        return failure == nil
    }

    /// Releases what ``prepare()`` retained; called once.
    func release() {
        for list in lists { curl.slist_free_all(list) }
        Unmanaged.passUnretained(self).release()
    }

    func resume() { _ = curl.easy_pause(easy, exchange.pausedDirections) }

    func result(_ code: CURLcode) -> Result<Void, any Error> {
        if let failure { return .failure(failure) }
        if request.rule != nil, allowedAddresses.isEmpty, code == CURLE_COULDNT_CONNECT {
            return .failure(PeerRule.Violation())
        }
        if code == CURLE_COULDNT_CONNECT, hasNoDescriptor { return .failure(TransportError.out(of: "file descriptor")) }
        if code == CURLE_OK {
            // To libcurl, a connection that ends within the head is a complete response.
            guard hasResponse else { return .failure(request.lost("closed the connection before it responded")) }
            guard chunks?.isDone != false, !needsCloseNotify else {
                return .failure(request.lost("closed the connection before the end of its response"))
            }
            return .success(())
        }
        return .failure(TransportError.explaining(code, of: easy, request))
    }

    func wakeReader() {
        guard hasNews else { return }
        hasNews = false
        exchange.wakeReader()
    }

    // MARK: Callbacks

    private static func of(context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Computed, because functions of C are not `Sendable`.
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
            // 0 continues, 1 aborts; headers before 7.80 lack their names.
            ready: { context, peer, _, _, ownPort in
                peer.flatMap { CurlTransfer.of(context: context)?.isReady($0, Int(ownPort)) } == true ? 0 : 1
            },
            debug: { _, kind, bytes, count, context in
                CurlTransfer.of(context: context)?.note(UnsafeRawBufferPointer(start: bytes, count: count), kind)
                return 0
            })
    }

    func header(_ line: UnsafeRawBufferPointer) -> Bool {
        switch head.take(line) {
        case .more: return true
        case .refused(let reason):
            failure = request.lost("does not respond with HTTP: \(reason)")
            return false
        case .complete(let response):
            hasResponse = true
            lastProgress = .now
            if request.allowsContent(in: response) {
                chunks = head.isChunked ? ChunkReader() : nil
                needsCloseNotify = head.endsWithConnection && request.security != nil
            }
            exchange.receive(response)
            hasNews = true
            return true
        }
    }

    /// Handles a message of TLS, or the head of the request; called only for requests over TLS.
    private func note(_ bytes: UnsafeRawBufferPointer, _ kind: curl_infotype) {
        switch kind {
        // After close_notify, nothing was cut off. RFC 8446 §6.1, RFC 9112 §9.8
        case CURLINFO_SSL_DATA_IN where bytes.elementsEqual([1, 0]): needsCloseNotify = false
        // libcurl accepts a status line of HTTP/2 on any connection.
        case CURLINFO_HEADER_OUT where bytes.starts(with: "\(request.head.method) ".utf8):
            head.allowsHTTP2 = !bytes.prefix { $0 != 0x0D }.suffix(9).elementsEqual(" HTTP/1.1".utf8)
        default: break
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastProgress = .now
        hasNews = true
        guard var chunks else { return exchange.receive(bytes) ? bytes.count : Int(CURL_WRITEFUNC_PAUSE) }
        guard let content = chunks.take(bytes) else {
            failure = request.lost("does not respond with HTTP: the chunks are damaged")
            return 0
        }
        // libcurl repeats the bytes after a pause.
        guard content.isEmpty || content.withUnsafeBytes(exchange.receive) else { return Int(CURL_WRITEFUNC_PAUSE) }
        self.chunks = chunks
        return bytes.count
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch exchange.fill(buffer) {
        case .bytes(let count):
            lastProgress = .now
            return count
        case .later: return Int(CURL_READFUNC_PAUSE)
        case .ended: return Int(CURL_READFUNC_ABORT)
        }
    }

    /// Opens a socket, which no child process inherits, if the rule allows the address.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t? {
        if let rule = request.rule {
            let bytes = Self.bytes(of: address)
            guard rule.admits(bytes) else { return nil }
            allowedAddresses.append(bytes)
        }
        let type = address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.pointee.family, type, address.pointee.`protocol`)
        if descriptor < 0, errno == EMFILE || errno == ENFILE { hasNoDescriptor = true }
        return descriptor
    }

    private static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8] {
        // The memory behind the member is as large as its family requires, and larger than its type.
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return [] }
        let raw = UnsafeRawPointer(address) + offset
        switch address.pointee.family {
        case AF_INET: return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr, Array.init)
        case AF_INET6: return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr, Array.init)
        default: return []
        }
    }

    private func isReady(_ peer: UnsafeMutablePointer<CChar>, _ ownPort: Int) -> Bool {
        // First the attempts: after unsolicited bytes, the loop starts the request again.
        attempts += 1
        guard attempts == 1 || request.isRepeatable else {
            // libcurl would send the request again, although the server may have received it.
            failure = request.lost("closed the connection before it responded")
            return false
        }
        mustRestart = !needsNewConnection && idle.hasInput(atPort: ownPort)
        guard !mustRestart else { return false }
        guard let rule = request.rule else { return true }
        guard let address = ProxyExceptions.bytes(of: String(cString: peer)),
            allowedAddresses.contains(address) || rule.admits(address)
        else {
            failure = PeerRule.Violation()
            return false
        }
        return true
    }
}
#endif
