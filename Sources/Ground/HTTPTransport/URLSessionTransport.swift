// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
public import Foundation
public import HTTPTypes
import HTTPTypesFoundation

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
        session = URLSession(configuration: configuration)
        limits = TransportLimits(deadline: deadline, maximumResponseBytes: maximumResponseBytes)
    }

    func shutDown() async throws { session.finishTasksAndInvalidate() }

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
        let (bytes, response) = try await session.bytes(for: outgoing, delegate: RedirectRefusal())
        guard let head = (response as? HTTPURLResponse)?.httpResponse else {
            throw TransportError(.connectionLost, "the answer was not HTTP")
        }
        var content = Data()
        for try await byte in bytes {
            guard content.count < limits.maximumResponseBytes else {
                throw TransportError(
                    .responseTooLarge, "the response is longer than \(limits.maximumResponseBytes) bytes")
            }
            content.append(byte)
        }
        return TransportResponse(head: head, body: content)
    }
}

/// Returns a redirect as the response, and does not follow it.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest? { nil }
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
        case URLError.networkConnectionLost, URLError.badServerResponse:
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
