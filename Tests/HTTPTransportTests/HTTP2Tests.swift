// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
import HTTPServing
@testable import HTTPTransport
import LocalCertificates
import SystemCryptography
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTP2Tests {
    enum Offer: CaseIterable, Sendable {
        /// nghttpd, which speaks only HTTP/2.
        case http2
        /// Our own server.
        case http1
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

    /// The received content.
    private struct Arrival: Equatable {
        var bytes = 0
        var parts = 0
        var digest = ""

        init(_ chunks: some AsyncSequence<Data, any Error>) async throws {
            var content = Data()
            for try await chunk in chunks {
                content += chunk
                parts += 1
            }
            bytes = content.count
            digest = "\(SHA256.hash(data: content))"
        }
    }

    private static func router() -> Router<ServingContext> {
        let router = Router(context: ServingContext.self)
        router.get("/") { _, _ in "HTTP/1.1" }
        router.get("/content") { _, _ in
            Response(status: .ok, body: ResponseBody(try await content().reduce(into: Data()) { $0 += $1 }))
        }
        router.post("/content") { request, _ in
            Response(status: .ok, body: ResponseBody(try await request.body.collect(upTo: pieces * piece.count)))
        }
        return router
    }

    /// Runs a server over TLS, and returns nghttpd's record of frames; empty for our own server.
    @discardableResult private func with(
        _ offer: Offer, _ body: @Sendable (_ transport: any Transport, _ address: URL) async throws -> Void
    ) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "http2-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificates = try LocalCertificates(in: folder, now: Date())
        let transport = CurlTransport(
            limits: TransportLimits(), environment: ["SSL_CERT_FILE": certificates.authorityFile.path])
        @Sendable func visit(_ port: Int) async throws {
            do {
                try await body(transport, try #require(URL(string: "https://localhost:\(port)")))
            } catch {
                Issue.record(error)
            }
            try await transport.shutDown()
        }
        switch offer {
        case .http2:
            let site = folder.appending(path: "site")
            try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
            try Data("HTTP/2".utf8).write(to: site.appending(path: "index.html"))
            try await Self.content().reduce(into: Data()) { $0 += $1 }.write(to: site.appending(path: "content"))
            let server = try await Nghttpd(serving: site, with: certificates, in: folder)
            try await visit(server.port)
            return await server.end()
        case .http1:
            try await LocalTLSServer.with(Self.router(), certificates, visit)
            return ""
        }
    }

    @Test(arguments: Offer.allCases) func `a server that offers HTTP/2 is asked with it`(_ offer: Offer) async throws {
        let frames = try await with(offer) { transport, address in
            let response = try await transport.send(HTTPRequest(url: address))
            #expect(String(decoding: response.body, as: UTF8.self) == (offer == .http2 ? "HTTP/2" : "HTTP/1.1"))
        }
        #expect(frames.contains("The negotiated protocol: h2") == (offer == .http2))
    }

    @Test func `requests at the same time share one connection`() async throws {
        let frames = try await with(.http2) { transport, address in
            _ = try await transport.send(HTTPRequest(url: address))
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await transport.send(HTTPRequest(url: address)).status.code }
                }
                for try await status in group { #expect(status == 200) }
            }
        }
        #expect(Set(frames.matches(of: #/\[id=(\d+)\]/#).map(\.1)) == ["1"])
        #expect(frames.matches(of: #/:method: GET/#).count == 21)
    }

    @Test func `a rule forbids an open connection`() async throws {
        let frames = try await with(.http2) { transport, address in
            _ = try await transport.send(HTTPRequest(url: address))
            let nobody = PeerRule(allowsProxy: true) { _ in false }
            await #expect(throws: PeerRule.Violation.self) {
                try await PeerRule.$current.withValue(nobody) {
                    try await transport.send(HTTPRequest(url: address.appending(path: "forbidden")))
                }
            }
        }
        #expect(!frames.contains("/forbidden"))
    }

    @Test(arguments: Offer.allCases) func `content goes up and comes down in pieces`(_ offer: Offer) async throws {
        try await with(offer) { transport, address in
            let expected = try await Arrival(Self.content())
            #expect(expected.bytes == Self.pieces * Self.piece.count)
            // Both servers echo. Long content goes over HTTP/1.1, which nghttpd does not speak.
            let sent = offer == .http1 ? expected : try await Arrival(ByteChunks(Self.piece))
            let up = HTTPRequest(method: .post, url: address.appending(path: "content"))
            let body: RequestBody = offer == .http1 ? .chunks(Self.content) : .bytes(Self.piece)
            let echo = try await Arrival(try await transport.stream(up, body: body).body)
            #expect(echo.digest == sent.digest && echo.bytes == sent.bytes)
            let down = try await Arrival(
                try await transport.stream(HTTPRequest(url: address.appending(path: "content"))).body)
            #expect(down.digest == expected.digest)
            #expect(down.bytes == expected.bytes && down.parts > 1)
        }
    }
}
#endif
