// SPDX-License-Identifier: Apache-2.0
// Linux compiles it for script/apple-check alone, since FoundationNetworking would load thirty libraries.
#if canImport(Darwin) || APPLE_CHECK
public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if APPLE_CHECK
public import HTTPTransport
#endif
public import HTTPMessages
import Synchronization

/// A transport that uses `URLSession` on Apple systems.
///
/// It needs no closing: create one for the app's lifetime, because it keeps its connections until the process ends. For
/// programs that also run on Linux, use `withSystemTransport`.
///
/// ```swift
/// let transport = URLSessionTransport(deadline: .seconds(30))  // one for the app's lifetime
/// let accounts = AccountStore(storage, registrations: [work], over: transport)
/// let flow = SignInFlow(work, keepingIn: accounts)
/// ```
public struct URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: URLSessionExchanges
    private let limits: TransportLimits

    /// Creates a transport that stores no cookies, responses, or credentials, and follows no redirects.
    ///
    /// - Parameters:
    ///   - deadline: The time limit for each request, up to the last byte of the response; not for streams.
    ///   - maximumResponseBytes: The maximum size of a response body in memory.
    ///   - idleTimeout: The time after which a request or a stream ends if no byte moves; by default one minute, or the
    ///     deadline if it is longer.
    ///   - streamDeadline: The time limit for each stream, up to the last byte of the response; none by default.
    public init(
        deadline: Duration = .seconds(10), maximumResponseBytes: Int = 4 << 20, idleTimeout: Duration? = nil,
        streamDeadline: Duration? = nil
    ) {
        self.init(
            limits: TransportLimits(
                deadline: deadline, maximumResponseBytes: maximumResponseBytes, idleTimeout: idleTimeout,
                streamDeadline: streamDeadline))
    }

    package init(limits: TransportLimits) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        let (seconds, attoseconds) = limits.idleTimeout.components
        configuration.timeoutIntervalForRequest = TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
        exchanges = URLSessionExchanges()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        self.limits = limits
    }

    func shutDown() async throws { exchanges.close(session) }

    /// Sends a request, and returns the complete response.
    ///
    /// - Throws: ``TransportError``; `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await withDeadline(limits.deadline, naming: request) {
            try await perform(request, .bytes(body)).collect(upTo: limits.maximumResponseBytes)
        }
    }

    /// Sends a request, and returns the response when its head arrives.
    ///
    /// The system sends a body from memory or from a file, so a sequence is first written to a temporary file.
    ///
    /// - Throws: ``TransportError``, `CancellationError`, or an error of the body.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        guard let time = limits.streamDeadline else { return try await perform(request, body) }
        let end = ContinuousClock.now + time
        var response = try await withDeadline(time, naming: request) { try await perform(request, body) }
        response.body = response.body.ending(at: end, naming: request)
        return response
    }

    private func perform(_ request: HTTPRequest, _ body: RequestBody) async throws -> StreamedResponse {
        _ = try request.absoluteAddress()
        guard var outgoing = URLRequest(request) else {
            throw TransportError(.unusableTarget, "\(request.placeWithoutQuery) is not a URL")
        }
        switch body.source {
        case .bytes(let data):
            if !data.isEmpty { outgoing.httpBody = data }
            return try await exchange(outgoing, uploading: nil, body, for: request)
        case .file(let file): return try await exchange(outgoing, uploading: file, body, for: request)
        case .chunks:
            return try await body.withTemporaryFile { file in
                try await exchange(outgoing, uploading: file, body, for: request)
            }
        }
    }

    private func exchange(
        _ outgoing: URLRequest, uploading file: URL?, _ body: RequestBody, for request: HTTPRequest
    ) async throws -> StreamedResponse {
        let running = Mutex<URLSessionTask?>(nil)
        do {
            var response = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let task = exchanges.begin(
                        outgoing, uploading: file, in: session, reporting: body.report, continuation)
                    running.withLock { $0 = task }
                    if Task.isCancelled { task?.cancel() }
                }
            } onCancel: {
                running.withLock { $0 }?.cancel()
            }
            response.body = response.body.explained(for: request)
            return response
        } catch {
            throw TransportError.explaining(error, request: request)
        }
    }
}

extension ByteChunks {
    fileprivate func explained(for request: HTTPRequest) -> ByteChunks {
        ByteChunks(from: makeAsyncIterator()) { iterator in
            do {
                return try await iterator.next()
            } catch {
                throw TransportError.explaining(error, request: request)
            }
        }
    }
}

extension RequestBody {
    fileprivate func withTemporaryFile<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).upload")
        defer { try? FileManager.default.removeItem(at: file) }
        guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        var unreported = self
        unreported.report = nil
        for try await chunk in try unreported.chunks() {
            try await offThePool { try handle.write(contentsOf: chunk) }
        }
        return try await body(file)
    }
}

extension TransportError {
    static func explaining(_ error: any Error, request: HTTPRequest) -> any Error {
        let place = request.placeWithoutQuery
        switch error {
        case is TransportError, is CancellationError: return error
        case URLError.cancelled: return CancellationError()
        case URLError.timedOut:
            return TransportError(.timedOut, "no complete response from \(place) in time", cause: error)
        // The address was checked before, so an unsupported one is a response in another protocol.
        case URLError.cannotParseResponse, URLError.badServerResponse, URLError.unsupportedURL, URLError.unknown:
            return TransportError(
                .connectionLost, "the response from \(place) is not HTTP; check the address", cause: error)
        case URLError.networkConnectionLost:
            return TransportError(.connectionLost, "\(place) closed the connection before it responded", cause: error)
        case URLError.serverCertificateUntrusted, URLError.serverCertificateHasUnknownRoot,
            URLError.serverCertificateHasBadDate, URLError.serverCertificateNotYetValid:
            return TransportError(.untrusted, "the certificate of \(request.server) is not trusted here", cause: error)
        case URLError.secureConnectionFailed:
            return TransportError(.connectionLost, "\(place) does not respond with TLS", cause: error)
        default:
            return TransportError(
                .unreachable, "no response from \(place); check the connection and the address", cause: error)
        }
    }
}
#endif
