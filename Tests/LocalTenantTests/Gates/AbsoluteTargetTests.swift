// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import Hummingbird
import Logging
import Testing

@testable import LocalTenant

/// A target that names a host counts more than the `Host` field; only a real connection shows it.
///
/// RFC 9112 §3.2.2
@Suite(.timeLimit(.minutes(1))) struct AbsoluteTargetTests {
    static let requests: [(String, String, String)] = [
        ("/", "127.0.0.1:4400", "200"), ("http://127.0.0.1:4400/", "127.0.0.1:4400", "200"),
        ("http://localhost:4400/", "evil.example", "200"), ("http://localhost:4400", "evil.example", "200"),
        ("http://evil.example/", "127.0.0.1:4400", "421"), ("HTTP://evil.example/", "127.0.0.1:4400", "421"),
        ("http://evil.example", "127.0.0.1:4400", "421"), ("http://evil.example?a=b", "127.0.0.1:4400", "421"),
        ("https://evil.example:4400/style.css", "127.0.0.1:4400", "421"),
        ("http://someone@127.0.0.1:4400/", "127.0.0.1:4400", "421"),
        ("http://127.0.0.1/", "127.0.0.1:4400", "421"),
        ("/", "127.0.0.1:4400\r\nHost: evil.example", "400"), ("/", "evil.example\r\nHost: 127.0.0.1:4400", "400"),
        ("http://127.0.0.1:4400/", "127.0.0.1:4400\r\nHost: evil.example", "400"),
    ]

    @Test func `the host of the target is judged`() async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            responder: try Site().platform.router().buildResponder(), at: ServerAddress(port: 0),
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
        ) { continuation.yield($0) }
        let running = Task { try await server.run() }
        defer { running.cancel() }
        let port = try #require(await ports.first { _ in true })
        for (target, host, status) in Self.requests {
            let request = "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
            let answer = try await Self.exchange(request, port: UInt16(port))
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(target) \(host): \(answer.prefix(40))")
        }
    }

    /// Sends text to a port of this machine as no client library would, and gives the beginning of the answer.
    @concurrent private static func exchange(_ text: String, port: UInt16) async throws -> String {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { buffer in
                buffer.baseAddress.map { connect(descriptor, $0, socklen_t(bytes.count)) }
            }
        }
        try #require(connected == 0)
        let request = Array(text.utf8)
        try #require(write(descriptor, request, request.count) == request.count)
        var answer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &answer, answer.count)
        return String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
    }
}
