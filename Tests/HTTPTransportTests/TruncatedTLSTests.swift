// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Fixtures
import HTTPMessages
import HTTPServing
@testable import HTTPTransport
import LocalCertificates
import OAuthMessages

/// A TLS server that libcurl would trust, and an untrusted one.
@Suite(.timeLimit(.minutes(1))) struct TruncatedTLSTests {
    /// With a certificate for `localhost`, but not for its address.
    private func withServer(
        _ body: (_ port: String, _ authority: String, _ stranger: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "truncated-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificates = try LocalCertificates(in: folder, now: Date())
        let files = ["certificate.pem", "key.pem"].map { folder.appending(path: $0) }
        try Data(certificates.identity.certificatesForNames.utf8).write(to: files[0])
        try Data(certificates.identity.privateKey.revealed.utf8).write(to: files[1])
        let server = Process()
        server.executableURL = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "close.py")
        server.arguments = files.map(\.path)
        let output = Pipe()
        server.standardOutput = output
        try server.run()
        defer { kill(server.processIdentifier, SIGKILL) }
        let port = try #require(await ProgramOutput(of: output).line())
        let stranger = try LocalCertificates(in: folder.appending(path: "stranger"), now: Date())
        try await body(port, certificates.authorityFile.path, stranger.authorityFile.path)
    }

    // RFC 9112 §9.8, §2.3
    @Test
    func `content without a length is whole only with close_notify, and HTTP/1 has no line of HTTP/2`() async throws {
        try await withServer { port, authority, _ in
            let transport = CurlTransport(limits: TransportLimits(), environment: ["SSL_CERT_FILE": authority])
            for path in ["/whole", "/cut", "/two", "/whole"] {
                var request = HTTPRequest(method: .get, scheme: "https", authority: "localhost:\(port)", path: path)
                // libcurl sends a long head in pieces.
                if path == "/two" { request.headerFields[.userAgent] = String(repeating: "a", count: 90_000) }
                if path == "/whole" {
                    #expect(try await transport.send(request).body == Data("hello".utf8))
                } else {
                    await expect(.connectionLost) { try await transport.send(request) }
                }
            }
            try await transport.shutDown()
        }
    }

    // RFC 9110 §4.3.4
    @Test func `a certificate for another host is not called untrusted, nor the other way round`() async throws {
        try await withServer { port, authority, stranger in
            for (roots, host, defect) in [
                (authority, "127.0.0.1", "is for another host"), (stranger, "localhost", "is not trusted here"),
                (stranger, "127.0.0.1", "is not trusted here"),
            ] {
                let transport = CurlTransport(limits: TransportLimits(), environment: ["SSL_CERT_FILE": roots])
                let request = HTTPRequest(method: .get, scheme: "https", authority: "\(host):\(port)", path: "/whole")
                let error = await expect(.untrusted) { try await transport.send(request) }
                #expect(error?.message == "the certificate of https://\(host):\(port) \(defect)")
                try await transport.shutDown()
            }
        }
    }
}
#endif
