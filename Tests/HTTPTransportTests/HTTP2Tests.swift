// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
import HTTPServing
@testable import HTTPTransport
import Hummingbird
import HummingbirdHTTP2
import HummingbirdTLS
import LocalCertificates
import Logging
import NIOCore
import NIOSSL
import OAuth
import ServiceLifecycle
import Synchronization
import SystemCryptography
import Testing

/// The transport of Linux against a server that offers HTTP/2, and one that does not.
@Suite(.timeLimit(.minutes(1))) struct HTTP2Tests {
    /// A server's protocol, as ALPN offers it. RFC 7301
    enum Offer: CaseIterable, Sendable {
        case http2
        case http1
    }

    /// Knows the channel of its request, which for HTTP/2 is a stream of a connection.
    private struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            channel = source.channel
        }

        var isStream: Bool { String(describing: type(of: channel)).contains("HTTP2Stream") }
    }

    /// The connections that a server has seen.
    private final class Connections: Sendable {
        private let seen = Mutex<Set<ObjectIdentifier>>([])
        var count: Int { seen.withLock { $0.count } }
        func note(_ channel: any Channel) { seen.withLock { _ = $0.insert(ObjectIdentifier(channel)) } }
    }

    private static let piece = Data((0..<(64 << 10)).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    private static let pieces = 128

    @Sendable private static func content() -> ByteChunks {
        ByteChunks(
            AsyncStream { continuation in
                for _ in 0..<pieces { continuation.yield(piece) }
                continuation.finish()
            })
    }

    private static func digest(_ chunks: some AsyncSequence<Data, any Error>) async throws -> String {
        var hash = SHA256()
        for try await chunk in chunks { hash.update(data: chunk) }
        return hash.finalize().map { "\($0)" }.joined(separator: ",")
    }

    private static func router(noting connections: Connections) -> Router<Context> {
        let router = Router(context: Context.self)
        router.get("/") { _, context in
            context.channel.parent.map(connections.note)
            return context.isStream ? "HTTP/2" : "HTTP/1.1"
        }
        router.post("/digest") { request, _ in
            try await digest(request.body.map { Data($0.readableBytesView) })
        }
        router.get("/content") { _, _ in
            Response(
                status: .ok, body: ResponseBody(asyncSequence: content().map { ByteBuffer(bytes: $0) }))
        }
        return router
    }

    private static func configuration(_ certificates: LocalCertificates) throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificates.identity.certificatesForNames.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(certificates.identity.privateKey.revealed.utf8), format: .pem)
        return .makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    }

    /// Runs a server over TLS, with a transport that trusts its authority.
    private func with(
        _ offer: Offer, _ body: @Sendable (_ transport: any Transport, _ address: URL, Connections) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "http2-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificates = try LocalCertificates(in: folder, now: Date())
        let (tls, connections) = (try Self.configuration(certificates), Connections())
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let logger = Logger(label: "http2", factory: { _ in SwiftLogNoOpLogHandler() })
        let server = Application(
            router: Self.router(noting: connections),
            server: try offer == .http2 ? .http2Upgrade(tlsConfiguration: tls) : .tls(tlsConfiguration: tls),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [server], logger: logger))
        let transport = CurlTransport(
            limits: TransportLimits(), environment: ["SSL_CERT_FILE": certificates.authorityFile.path])
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            let port = try #require(await ports.first { _ in true })
            do {
                try await body(transport, try #require(URL(string: "https://localhost:\(port)")), connections)
            } catch {
                Issue.record(error)
            }
            try await transport.shutDown()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test(arguments: Offer.allCases) func `a server that offers HTTP/2 is asked with it`(_ offer: Offer) async throws {
        try await with(offer) { transport, address, _ in
            let response = try await transport.send(HTTPRequest(url: address))
            let version = String(decoding: response.body, as: UTF8.self)
            #expect(version == (offer == .http2 ? "HTTP/2" : "HTTP/1.1"))
        }
    }

    @Test func `requests at the same time share one connection`() async throws {
        try await with(.http2) { transport, address, connections in
            _ = try await transport.send(HTTPRequest(url: address))
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await transport.send(HTTPRequest(url: address)).status.code }
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect(connections.count == 1)
        }
    }

    @Test(arguments: Offer.allCases) func `content goes up and comes down in pieces`(_ offer: Offer) async throws {
        try await with(offer) { transport, address, _ in
            let expected = try await Self.digest(Self.content())
            let up = try await transport.stream(
                HTTPRequest(method: .post, url: address.appending(path: "digest")), body: .chunks(Self.content))
            #expect(String(decoding: try await up.collect().body, as: UTF8.self) == expected)
            let down = try await transport.stream(HTTPRequest(url: address.appending(path: "content")))
            var (bytes, parts) = (0, 0)
            var hash = SHA256()
            for try await chunk in down.body {
                (bytes, parts) = (bytes + chunk.count, parts + 1)
                hash.update(data: chunk)
            }
            #expect(bytes == Self.pieces * Self.piece.count && parts > 1)
            #expect(hash.finalize().map { "\($0)" }.joined(separator: ",") == expected)
        }
    }
}
#endif
