// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages

@testable import HTTPTransport

/// The dialed URL, and the one in messages and logs.
@Suite struct RequestTargetTests {
    private static func request(_ scheme: String?, _ authority: String?, _ path: String?) -> HTTPRequest {
        HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
    }

    /// Scheme, authority, and path; the URL, or `nil` for a refusal.
    static let addresses: [(String?, String?, String?, String?)] = [
        ("https", "a.example", "/b?c=d", "https://a.example/b?c=d"),
        ("http", "127.0.0.1:80", nil, "http://127.0.0.1:80/"),
        ("https", "[::1]:443", "/", "https://[::1]:443/"),
        ("ftp", "a.example", "/", nil),
        (nil, "a.example", "/", nil),
        ("https", nil, "/", nil),
        ("https", "", "/", nil),
        ("https", "a.example", "", nil),
        ("https", "a.example", ".evil.example/", nil),
        ("https", "a.example", "@evil.example/", nil),
        ("https", "b@a.example", "/", nil),
        ("https", "a%2eexample", "/", nil),
    ]

    @Test(arguments: addresses.indices)
    func `an address has a scheme of the web, a judged host, and a path`(_ row: Int) throws {
        let (scheme, authority, path, expected) = Self.addresses[row]
        let request = Self.request(scheme, authority, path)
        if let expected {
            #expect(try request.absoluteAddress() == expected)
        } else {
            let error = #expect(throws: TransportError.self) { try request.absoluteAddress() }
            #expect(error?.code == .unusableTarget)
        }
    }

    /// A resolver may send such a name to the network. RFC 6761 §6.3
    @Test(arguments: [
        ("http", "app.localhost:8080", "http://localhost:8080/a"), ("http", "APP.LOCALHOST", "http://localhost/a"),
        ("http", "localhost", nil), ("http", "notlocalhost", nil), ("https", "app.localhost", nil),
    ]) func `a name below localhost is this machine, whatever a resolver says`(
        _ scheme: String, _ authority: String, _ expected: String?
    ) { #expect(Self.request(scheme, authority, "/a").addressWithoutLocalNames == expected) }

    @Test func `no message or note contains a query`() {
        let request = Self.request("https", "a.example", "/b?code=secret")
        #expect((request.placeWithoutQuery, request.server) == ("https://a.example/b", "https://a.example"))
        #expect(request.noteAddress.hasPrefix("https://a.example/b?") && !request.noteAddress.contains("secret"))
        #expect(Self.request("https", "a.example", "/b").noteAddress == "https://a.example/b")
        #expect(Self.request("https", "a.example", "/b?code=other").noteAddress != request.noteAddress)
    }

    /// The smallest possible transport.
    private struct Smallest: Transport {
        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            throw TransportError(.unreachable, "no network")
        }
    }

    @Test func `a transport presents no certificate by default`() {
        #expect(!Smallest().presentsCertificate)
    }
}
