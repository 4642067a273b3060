// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// A target that names a host counts more than the `Host` field; only a real connection shows it.
///
/// RFC 9112 §3.2.2
@Suite(.timeLimit(.minutes(1))) struct AbsoluteTargetTests {
    /// Targets and `Host` fields, where PORT is the port of the tenant, and the status of the response.
    static let requests: [(String, String, String)] = [
        ("/", "127.0.0.1:PORT", "200"), ("http://127.0.0.1:PORT/", "127.0.0.1:PORT", "200"),
        ("http://localhost:PORT/", "evil.example", "200"), ("http://localhost:PORT", "evil.example", "200"),
        ("http://evil.example/", "127.0.0.1:PORT", "421"), ("HTTP://evil.example/", "127.0.0.1:PORT", "421"),
        ("http://evil.example", "127.0.0.1:PORT", "421"), ("http://evil.example?a=b", "127.0.0.1:PORT", "421"),
        ("https://evil.example:PORT/style.css", "127.0.0.1:PORT", "421"),
        ("http://someone@127.0.0.1:PORT/", "127.0.0.1:PORT", "421"),
        ("http://127.0.0.1/", "127.0.0.1:PORT", "421"),
        ("/", "127.0.0.1:PORT\r\nHost: evil.example", "400"), ("/", "evil.example\r\nHost: 127.0.0.1:PORT", "400"),
        ("http://127.0.0.1:PORT/", "127.0.0.1:PORT\r\nHost: evil.example", "400"),
    ]

    @Test func `the host of the target is judged`() async throws {
        try await RunningTenant.run([]) { tenant in
            let port = try #require(URL(string: tenant.report.listening)?.port)
            for (target, host, status) in Self.requests {
                let request = "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
                    .replacing("PORT", with: "\(port)")
                let response = try await RawConnection(port: port).exchange(request)
                #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(target) \(host): \(response.prefix(40))")
            }
        }
    }
}
