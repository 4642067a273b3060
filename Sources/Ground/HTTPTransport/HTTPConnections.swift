// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import AsyncHTTPClient
import HTTPMessages
import NIOCore
import NIOHTTPCompression
import NIOSSL
import Synchronization

/// The clients of a transport, one for each proxy and each rule about servers; the first request opens one.
///
/// A program that already has a token often sends no request. Reading certificates and starting threads would take most
/// of its time.
final class HTTPConnections: Sendable {
    /// The connections of one client serve no request under another rule.
    private struct Name: Hashable {
        let proxy: ProxyAddress?
        let rule: String?
    }

    private struct State {
        var clients: [Name: HTTPClient] = [:]
        /// The roots and the client's certificate; with a failure, nothing may be sent over TLS.
        var security: Result<TLSConfiguration?, TransportError>?
        var isClosed = false
    }

    /// How many times as long a content may be after decompression; text rarely comes near it.
    private static let largestExpansion = 100

    /// The sizes of the pieces that are received: they grow while there is more to read.
    private static let pieces = AdaptiveRecvByteBufferAllocator(minimum: 2 << 10, initial: 8 << 10, maximum: 512 << 10)

    private let state = Mutex(State())
    private let environment: [String: String]
    private let proxies: ProxySettings
    private let idleTimeout: TimeAmount
    private let identity: TransportIdentity?

    init(environment: [String: String], idleTimeout: Duration, presenting identity: TransportIdentity? = nil) {
        self.environment = environment
        proxies = ProxySettings(environment: environment)
        self.idleTimeout = TimeAmount(idleTimeout)
        self.identity = identity
    }

    /// The client for a request.
    ///
    /// - Throws: ``TransportError``: `untrusted` for `https` if the authorities that the environment names cannot be
    ///   read; `unusableProxy`; `connectionLost` after ``shutDown()``. `PeerRule.Violation` for a proxy that the rule
    ///   of the task does not allow.
    func client(for request: HTTPRequest) throws -> HTTPClient {
        let (proxy, rule) = (try proxies.proxy(for: request), PeerRule.current)
        guard proxy == nil || rule?.allowsProxy != false else { throw PeerRule.Violation() }
        let name = Name(proxy: proxy, rule: rule?.name)
        return try state.withLock { state throws(TransportError) in
            guard !state.isClosed else {
                throw TransportError(.connectionLost, "the transport was closed before the request was sent")
            }
            let security = state.security ?? read()
            state.security = security
            if request.scheme == "https" { _ = try security.get() }
            if let client = state.clients[name] { return client }
            let client = HTTPClient(configuration: configuration(proxy, rule, security: try? security.get()))
            state.clients[name] = client
            return client
        }
    }

    func shutDown() async throws {
        let clients = state.withLock { state in
            defer { (state.clients, state.isClosed) = ([:], true) }
            return state.clients.values
        }
        for client in clients { try await client.shutdown() }
    }

    private func read() -> Result<TLSConfiguration?, TransportError> {
        Result { () throws(TransportError) in
            let roots = try AdditionalRoots.configuration(in: environment)
            guard let identity else { return roots }
            var configuration = roots ?? TLSConfiguration.makeClientConfiguration()
            identity.present(in: &configuration)
            return configuration
        }
    }

    private func configuration(
        _ proxy: ProxyAddress?, _ rule: PeerRule?, security: TLSConfiguration?
    ) -> HTTPClient.Configuration {
        // The other end of a connection through a proxy is the proxy.
        let rule = proxy == nil ? rule : nil
        // By default the library follows up to five redirects; it decompresses nothing by default.
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: security, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(read: idleTimeout, write: idleTimeout),
            decompression: .enabled(limit: .ratio(Self.largestExpansion)))
        configuration.httpVersion = .automatic
        // By default it repeats a refused connection until the deadline: a person offline would wait without a result.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The library waits for its reader after each read: with its 64 KiB, the waits would take most of the time.
        configuration.http1_1ConnectionDebugInitializer = { channel in
            let ready = channel.setOption(.recvAllocator, value: Self.pieces)
            guard let rule else { return ready }
            return ready.flatMap { rule.check(channel) }
        }
        if let rule { configuration.http2ConnectionDebugInitializer = { rule.check($0) } }
        configuration.proxy = proxy.map {
            .server(
                host: $0.host, port: $0.port, authorization: $0.credentials.map { .basic(credentials: $0) })
        }
        return configuration
    }
}
#endif
