// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Fixtures
import Foundation
import HTTPMessages
import HTTPServing
@testable import HTTPTransport
import LocalCertificates
import OAuth
import Testing

/// Responses over TLS from a server that libcurl would believe.
@Suite(.timeLimit(.minutes(1))) struct TruncatedTLSTests {
    // RFC 9112 §9.8, §2.3
    @Test func `content without a length is whole only with close_notify, and HTTP/1 has no line of HTTP/2`()
        async throws
    {
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
        let transport = CurlTransport(
            limits: TransportLimits(), environment: ["SSL_CERT_FILE": certificates.authorityFile.path])
        for path in ["/whole", "/cut", "/two", "/whole"] {
            var request = HTTPRequest(method: .get, scheme: "https", authority: "localhost:\(port)", path: path)
            // libcurl sends a long head in pieces.
            if path == "/two" { request.headerFields[.userAgent] = String(repeating: "a", count: 90_000) }
            if path == "/whole" {
                let response = try await transport.send(request)
                #expect(response.body == Data("hello".utf8))
            } else {
                let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
                #expect(error?.code == .connectionLost)
            }
        }
        try await transport.shutDown()
    }
}
#endif
