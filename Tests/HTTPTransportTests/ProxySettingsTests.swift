// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPMessages
import HTTPTransport
import Testing

@Suite struct ProxySettingsTests {
    private static func proxy(_ environment: [String: String], _ url: String) throws -> String? {
        let url = try #require(URL(string: url))
        let proxy = try ProxySettings(environment: environment).proxy(for: HTTPRequest(url: url))
        return proxy.map { "\($0.host):\($0.port)" }
    }

    static let environments: [([String: String], String, String?)] = [
        ([:], "https://a.example/", nil),
        (["https_proxy": "http://p.example:3128"], "https://a.example/", "p.example:3128"),
        (["HTTPS_PROXY": "p.example:3128"], "https://a.example/", "p.example:3128"),
        (
            ["https_proxy": "http://low.example:1", "HTTPS_PROXY": "http://up.example:2"], "https://a.example",
            "low.example:1"
        ),
        (["https_proxy": "", "HTTPS_PROXY": "http://up.example:2"], "https://a.example", nil),
        (["https_proxy": "http://p.example"], "https://a.example/", "p.example:1080"),
        (["https_proxy": "http://[2001:db8::1]:8080/"], "https://a.example/", "2001:db8::1:8080"),
        (["https_proxy": "http://p.example:3128"], "http://a.example/", nil),
        (["http_proxy": "http://p.example:3128"], "http://a.example/", "p.example:3128"),
        (["HTTP_PROXY": "http://p.example:3128"], "http://a.example/", "p.example:3128"),
        (["HTTP_PROXY": "http://p.example:3128", "REQUEST_METHOD": "GET"], "http://a.example/", nil),
        (["http_proxy": "http://p.example:3128", "REQUEST_METHOD": "GET"], "http://a.example/", "p.example:3128"),
        (["HTTPS_PROXY": "http://p.example:1", "REQUEST_METHOD": "GET"], "https://a.example/", "p.example:1"),
        (["https_proxy": "http://p.example:1", "NO_PROXY": "a.example"], "https://a.example/", nil),
        (
            ["https_proxy": "http://p.example:1", "no_proxy": "b.example", "NO_PROXY": "a.example"],
            "https://a.example/", "p.example:1"
        ),
        (["all_proxy": "http://p.example:1"], "https://a.example/", "p.example:1"),
        (["ALL_PROXY": "http://p.example:1"], "http://a.example/", "p.example:1"),
        (["all_proxy": "http://low.example:1", "ALL_PROXY": "x"], "http://a.example/", "low.example:1"),
        (["all_proxy": "http://p.example:1", "https_proxy": "q.example:2"], "https://a.example/", "q.example:2"),
        (["all_proxy": "http://p.example:1", "https_proxy": "q.example:2"], "http://a.example/", "p.example:1"),
        (["all_proxy": "http://p.example:1", "HTTP_PROXY": "q.example:2"], "http://a.example/", "q.example:2"),
        (["all_proxy": "http://p.example:1", "https_proxy": ""], "https://a.example/", nil),
        (["all_proxy": "http://p.example:1", "no_proxy": "a.example"], "https://a.example/", nil),
        (["all_proxy": "http://p.example:1"], "http://localhost/", nil), (["all_proxy": ""], "http://a.example/", nil),
        (["http_proxy": "http://p.example:1"], "http://localhost:8080/", nil),
        (["http_proxy": "http://p.example:1"], "http://a.LocalHost./", nil),
        (["http_proxy": "http://p.example:1"], "http://127.8.9.1/", nil),
        (["http_proxy": "http://p.example:1"], "http://[::1]:80/", nil),
        (["http_proxy": "http://p.example:1"], "http://[::ffff:127.0.0.1]/", nil),
        (["http_proxy": "http://p.example:1"], "http://128.0.0.1/", "p.example:1"),
        (["http_proxy": "http://p.example:1"], "http://localhost.example/", "p.example:1"),
    ]

    @Test(arguments: environments.indices) func `the environment names the proxy`(_ row: Int) throws {
        let (environment, url, expected) = Self.environments[row]
        #expect(try Self.proxy(environment, url) == expected, "\(environment) \(url)")
    }

    @Test(arguments: [
        "socks5://p.example:1", "https://p.example:1", "http://", "http://p.example/path", "http://p example",
    ])
    func `a proxy that cannot be used is refused, and not passed by`(_ text: String) throws {
        let error = #expect(throws: TransportError.self) {
            try Self.proxy(["https_proxy": text], "https://a.example/")
        }
        #expect(error?.code == .unusableProxy && error?.message.contains("https_proxy") == true)
        #expect(try Self.proxy(["https_proxy": text], "https://localhost/") == nil)
        let other = #expect(throws: TransportError.self) { try Self.proxy(["ALL_PROXY": text], "http://a.example/") }
        #expect(other?.code == .unusableProxy && other?.message.contains("all_proxy") == true)
    }

    @Test func `a password for the proxy is no part of an error`() throws {
        let error = #expect(throws: TransportError.self) {
            try Self.proxy(["https_proxy": "ftp://ana:secret@p.example"], "https://a.example/")
        }
        #expect(error.map { "\($0)" }?.contains("secret") == false)
        // RFC 7617 §2
        #expect(ProxyAddress("http://Aladdin:open%20sesame@p.example:1")?.credentials == "QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    }

    static let exceptions: [(String, String, Bool)] = [
        ("*", "a.example", true), ("a.example", "a.example", true), ("a.example", "A.Example.", true),
        ("a.example", "b.a.example", true), (".a.example", "a.example", true), (".a.example", "b.a.example", true),
        ("a.example", "ba.example", false), ("a.example", "a.example.evil.example", false),
        ("example", "a.example", true),
        ("x.example, a.example", "a.example", true), ("x.example a.example", "a.example", true),
        (",,", "a.example", false),
        ("", "a.example", false), (".", "a.example", false),
        ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.70", false), ("192.0.2.0/24", "192.0.2.255", true),
        ("192.0.2.0/24", "192.0.3.0", false), ("192.0.2.8/29", "192.0.2.15", true),
        ("192.0.2.8/29", "192.0.2.16", false),
        ("0.0.0.0/0", "192.0.2.1", true), ("192.0.2.0/33", "192.0.2.0", false), ("192.0.2.0/x", "192.0.2.0", false),
        ("192.0.2.1/32", "192.0.2.1", true), ("0.2.7", "192.0.2.7", false),
        ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false), ("[::2]", "::2", true),
        ("::/0", "192.0.2.1", false),
    ]

    @Test(arguments: exceptions)
    func `hosts are excepted by name and by network`(_ text: String, _ host: String, _ isExcepted: Bool) {
        #expect(ProxyExceptions(text).contains(host) == isExcepted)
    }
}
#endif
