// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport

@Suite struct OriginTests {
    static let pairs: [(String, String, Bool)] = [
        ("https://a.example", "https://a.example/x?y#z", true),
        ("https://a.example", "https://a.example:443", true),
        ("http://a.example:80/", "http://a.example", true),
        ("HTTPS://A.Example", "https://a.example", true),
        ("http://[::1]:80", "http://[::1]", true),
        ("https://a.example", "http://a.example", false),
        ("https://a.example", "https://a.example:444", false),
        ("http://a.example:443", "https://a.example", false),
        ("https://a.example", "https://b.a.example", false),
        ("https://a.example", "https://a.example.evil.example", false),
        ("http://localhost", "http://127.0.0.1", false),
        ("http://[::1]", "http://[::2]", false),
        ("https://a.example", "https://a.example/x/../@evil.example", true),
        ("https://a.example:8443", "https://a.example:8443/common/v2.0", true),
        ("https://a.example:8443", "https://a.example:8444/common/v2.0", false),
    ]

    @Test(arguments: pairs)
    func `two addresses have one origin or two`(_ left: String, _ right: String, _ isOne: Bool) throws {
        let (left, right) = (try #require(URL(string: left)), try #require(URL(string: right)))
        #expect(Origin.isShared(by: left, right) == isOne)
        let (one, other) = (try #require(Origin(left)), try #require(Origin(right)))
        #expect((one == Origin(HTTPRequest(url: right))) == isOne, "as a request")
        #expect(one.isOrigin(of: HTTPRequest(url: right)) == isOne, "of a request")
        #expect((one.description == other.description) == isOne, "as text")
        #expect(one.isOrigin(of: right.absoluteString) == isOne, "of text")
    }

    @Test(arguments: [
        "/people", "people", "https:///people", "mailto:ana@a.example", "file:///", "urn:a:b",
        "https://me:word@a.example", "https://a.example@evil.example", "https://a.example.", "https://127.1",
        "https://a.example:84430/common/v2.0",
        "https://a.example:8443:80@evil.example/",
        "https://a%2eexample",
    ])
    func `an address without scheme or a valid host has no origin, and shares none`(_ text: String) throws {
        let url = try #require(URL(string: text))
        #expect(Origin(url) == nil)
        #expect(!Origin.isShared(by: url, url))
        #expect(Origin(try #require(URL(string: "https://a.example")))?.isOrigin(of: text) == false)
    }

    @Test(arguments: [(nil, "a.example"), ("https", nil), ("https", "")] as [(String?, String?)])
    func `a request without an address has no origin`(_ scheme: String?, _ authority: String?) {
        let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
        #expect(Origin(request) == nil)
        #expect(Origin(URL(constant: "http://a.example"))?.isOrigin(of: request) == false)
    }

    @Test(arguments: [
        ("https://a.example", true, false), ("http://a.example", false, false), ("http://127.0.0.1:1", true, true),
        ("https://localhost", true, true), ("ftp://localhost", false, true), ("httpsx://a.example", false, false),
    ])
    func `https is secure, and plain http only to this machine`(text: String, isSecure: Bool, isLoopback: Bool) throws {
        let url = try #require(URL(string: text))
        let origin = try #require(Origin(url))
        #expect(origin.isSecure == isSecure && origin.isLoopback == isLoopback)
    }

    @Test func `it is written as browsers write it`() throws {
        #expect(Origin(try #require(URL(string: "HTTP://A.example:8080/x")))?.description == "http://a.example:8080")
        #expect(Origin(try #require(URL(string: "https://a.example:443/x")))?.description == "https://a.example")
        #expect(Origin(try #require(URL(string: "http://[::1]:8080/x")))?.description == "http://[::1]:8080")
    }
}
