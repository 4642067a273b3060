// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import AsyncHTTPClient
import NIOSSL
import Synchronization

/// The client of a transport; the first request opens it.
///
/// A program that already has a token often sends no request. Reading certificates and starting threads would take most
/// of its time.
final class HTTPConnections: Sendable {
    private enum State {
        case unused
        /// The client; with `trustFailure`, it must send nothing over TLS.
        case open(HTTPClient, trustFailure: TransportError?)
        case closed
    }

    private let state = Mutex(State.unused)
    private let environment: [String: String]

    init(environment: [String: String]) { self.environment = environment }

    /// The client for requests of a scheme.
    ///
    /// - Throws: ``TransportError``: `untrusted` for `https` if the authorities that the environment names cannot be
    ///   read; `connectionLost` after ``shutDown()``.
    func client(for scheme: String?) throws(TransportError) -> HTTPClient {
        try state.withLock { state throws(TransportError) in
            if case .unused = state { state = opened() }
            guard case .open(let client, let trustFailure) = state else {
                throw TransportError(.connectionLost, "the transport was closed before the request was sent")
            }
            if let trustFailure, scheme == "https" { throw trustFailure }
            return client
        }
    }

    func shutDown() async throws {
        let last = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .open(let client, _) = last { try await client.shutdown() }
    }

    private func opened() -> State {
        // By default the library follows up to five redirects; it decompresses nothing by default.
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        // By default it repeats a refused connection until the deadline: a person offline would wait without a result.
        configuration.connectionPool.retryConnectionEstablishment = false
        var trustFailure: TransportError?
        do throws(TransportError) {
            configuration.tlsConfiguration = try AdditionalRoots.configuration(in: environment)
        } catch {
            trustFailure = error
        }
        return .open(HTTPClient(configuration: configuration), trustFailure: trustFailure)
    }
}
#endif
