// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import Testing

@Suite struct OriginTests {
    static let pairs: [(String, String, Bool)] = [
        ("https://a.example", "https://a.example/x?y#z", true),
        ("https://a.example", "https://a.example:443", true),
        ("http://a.example:80/", "http://a.example", true),
        ("HTTPS://A.Example", "https://a.example", true),
        ("http://[::1]:80", "http://[::1]", true),
        ("https://me:word@a.example", "https://a.example", true),
        ("https://a.example", "http://a.example", false),
        ("https://a.example", "https://a.example:444", false),
        ("http://a.example:443", "https://a.example", false),
        ("https://a.example", "https://b.a.example", false),
        ("https://a.example", "https://a.example.evil.example", false),
        ("https://a.example", "https://a.example@evil.example", false),
        ("https://a.example", "https://a.example.", false),
        ("http://localhost", "http://127.0.0.1", false),
        ("http://[::1]", "http://[::2]", false),
    ]

    @Test(arguments: pairs) func `two addresses have one origin or two`(
        _ left: String, _ right: String, _ isOne: Bool
    ) throws {
        let (left, right) = (try #require(URL(string: left)), try #require(URL(string: right)))
        #expect((Origin(left) == Origin(right)) == isOne)
        #expect((Origin(left) == Origin(HTTPRequest(url: right))) == isOne, "as a request")
        #expect((Origin(left).description == Origin(right).description) == isOne, "as text")
    }

    @Test func `a request without an address has the origin of none`() throws {
        let nowhere = Origin(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"))
        #expect(nowhere != Origin(try #require(URL(string: "https://a.example"))))
    }

    @Test func `it is written as browsers write it`() throws {
        #expect(
            Origin(try #require(URL(string: "HTTP://A.example:8080/x"))).description
                == "http://a.example:8080")
        #expect(
            Origin(try #require(URL(string: "https://a.example:443/x"))).description == "https://a.example")
    }
}
