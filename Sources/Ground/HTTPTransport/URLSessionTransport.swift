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
public import HTTPTypes
import HTTPTypesFoundation
import Synchronization

/// Sends requests through `URLSession`, on Apple systems.
///
/// It needs no closing: make one for the life of the app, since it keeps its connections until the process ends.
/// Programs that run on Linux too use ``withSystemTransport(deadline:maximumResponseBytes:_:)``.
///
/// ```swift
/// let transport = URLSessionTransport(deadline: .seconds(30))  // one for the life of the app
/// let accounts = AccountStore(storage, registrations: [work], over: transport)
/// let flow = SignInFlow(work, keepingIn: accounts)
/// ```
public struct URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: URLSessionExchanges
    private let limits: TransportLimits

    /// Creates a transport that keeps no cookies, responses or credentials, and follows no redirect.
    ///
    /// - Parameters:
    ///   - deadline: The time of each request, from sending to the last byte of the response.
    ///   - maximumResponseBytes: The largest content of a response.
    public init(deadline: Duration = .seconds(10), maximumResponseBytes: Int = 4 << 20) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The session's own limit between two pieces of a response, a minute, must not be shorter than ours.
        configuration.timeoutIntervalForRequest = TimeInterval(deadline.components.seconds + 1)
        exchanges = URLSessionExchanges(maximumResponseBytes: maximumResponseBytes)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        limits = TransportLimits(deadline: deadline, maximumResponseBytes: maximumResponseBytes)
    }

    func shutDown() async throws { exchanges.close(session) }

    /// Sends a request and returns the whole response.
    ///
    /// - Throws: ``TransportError``; `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        _ = try request.absoluteAddress()
        guard var outgoing = URLRequest(httpRequest: request) else {
            throw TransportError(.unusableTarget, "\(request.placeWithoutQuery) is not an address")
        }
        if !body.isEmpty { outgoing.httpBody = body }
        do {
            return try await withDeadline(limits.deadline, naming: request) { [outgoing] in
                try await perform(outgoing)
            }
        } catch {
            throw TransportError.explaining(error, request: request)
        }
    }

    private func perform(_ outgoing: URLRequest) async throws -> TransportResponse {
        let running = Mutex<URLSessionTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = exchanges.begin(outgoing, in: session, continuation)
                running.withLock { $0 = task }
                if Task.isCancelled { task?.cancel() }
            }
        } onCancel: {
            running.withLock { $0 }?.cancel()
        }
    }
}

extension TransportError {
    /// The transport's error for an error of the system.
    static func explaining(_ error: any Error, request: HTTPRequest) -> any Error {
        let place = request.placeWithoutQuery
        switch error {
        case is TransportError, is CancellationError: return error
        case URLError.cancelled: return CancellationError()
        case URLError.timedOut:
            return TransportError(.timedOut, "no complete answer from \(place) in time", cause: error)
        // The address was checked before, so that an unsupported one is an answer in another protocol.
        case URLError.cannotParseResponse, URLError.badServerResponse, URLError.unsupportedURL, URLError.unknown:
            return TransportError(
                .connectionLost, "the answer of \(place) is not HTTP; check the address", cause: error)
        case URLError.networkConnectionLost:
            return TransportError(.connectionLost, "\(place) closed the connection before answering", cause: error)
        case URLError.serverCertificateUntrusted, URLError.serverCertificateHasUnknownRoot,
            URLError.serverCertificateHasBadDate, URLError.serverCertificateNotYetValid:
            return TransportError(.untrusted, "the certificate of \(request.server) is not trusted here", cause: error)
        case URLError.secureConnectionFailed:
            return TransportError(.connectionLost, "\(place) does not answer in TLS", cause: error)
        default:
            return TransportError(
                .unreachable, "no answer from \(place); check the connection and the address", cause: error)
        }
    }
}
#endif
