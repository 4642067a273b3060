// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import Testing

/// Requests and their targets. RFC 9110 §7.1, RFC 9112 §3.2 and §3.3
@Suite struct HTTPRequestTests {
    @Test(arguments: [
        ("https://api.example", "api.example", "/"),
        ("https://api.example?a=b", "api.example", "/?a=b"),
        ("https://api.example:8443/a/b?c=d&e#f", "api.example:8443", "/a/b?c=d&e"),
        ("https://api.example/a%2Fb/%C3%A4?q=%20+", "api.example", "/a%2Fb/%C3%A4?q=%20+"),
        ("http://[::1]:8080/", "[::1]:8080", "/"),
        ("http://127.0.0.1/a//b/../c", "127.0.0.1", "/a//b/../c"),
        ("https://user:secret@api.example/", "api.example", "/"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", "/"),
        ("https://api.example/?", "api.example", "/?"),
    ])
    func `a request has the host, port, path, and query of its URL`(
        _ text: String, _ authority: String, _ path: String
    ) throws {
        let url = try #require(URL(string: text))
        let request = HTTPRequest(url: url)
        #expect(request.method == .get && request.scheme == url.scheme)
        #expect(request.authority == authority)
        #expect(request.path == path)
    }

    @Test func `the scheme of a URL becomes lower case`() throws {
        let url = try #require(URL(string: "HTTPS://api.example/"))
        #expect(HTTPRequest(url: url).scheme == "https")
    }

    @Test(arguments: ["mailto:a@b.example", "urn:a:b", "file:///etc", "/path"])
    func `a URL without a host gives no target`(_ text: String) throws {
        let request = HTTPRequest(url: try #require(URL(string: text)))
        #expect(request.authority == nil && request.path == nil && request.url == nil)
    }

    @Test func `a relative URL is resolved`() throws {
        let base = try #require(URL(string: "https://api.example/v1/"))
        let request = HTTPRequest(url: try #require(URL(string: "tasks?a=b", relativeTo: base)))
        #expect(request.url?.absoluteString == "https://api.example/v1/tasks?a=b")
    }

    @Test(arguments: [
        ("api.example", "/a?b=c", "https://api.example/a?b=c"),
        ("[::1]:8443", "/", "https://[::1]:8443/"),
        ("api.example", nil, "https://api.example"),
        ("api.example", "", "https://api.example"),
        // RFC 9112 §3.3
        ("api.example", "*", "https://api.example"),
    ])
    func `a target has a URL`(_ authority: String, _ path: String?, _ url: String) {
        let request = HTTPRequest(method: .options, scheme: "https", authority: authority, path: path)
        #expect(request.url?.absoluteString == url)
    }

    @Test(arguments: [
        // Each would be another host's URL.
        ("api.example", ".evil.example/"), ("api.example", "@evil.example/"), ("api.example", ":80/"),
        ("api.example", "**"), ("api.example@evil.example", "/"), ("evil.example/", "/"), ("evil.example?", "/"),
        ("evil.example#", "/"), (#"evil.example\"#, "/"),
        // No path begins so.
        ("api.example", "?a=b"), ("api.example", "a"),
    ])
    func `a target of which another host could be read has no URL`(_ authority: String, _ path: String) {
        #expect(HTTPRequest(method: .get, scheme: "https", authority: authority, path: path).url == nil)
    }

    @Test func `a target without scheme or authority has no URL`() {
        #expect(HTTPRequest(method: .get, scheme: nil, authority: "a.example", path: "/").url == nil)
        #expect(HTTPRequest(method: .get, scheme: "https", authority: nil, path: "/").url == nil)
    }

    @Test func `the description shows the target without its query, and no field`() {
        let request = HTTPRequest(
            method: .post, scheme: "https", authority: "a.example", path: "/b?code=secret",
            headerFields: [.authorization: "Bearer secret"])
        #expect("\(request)" == "POST https://a.example/b")
        #expect(String(reflecting: request) == "POST https://a.example/b")
        #expect("\(HTTPRequest(method: .options, scheme: nil, authority: nil, path: "*"))" == "OPTIONS *")
    }

    @Test func `methods compare with case`() throws {
        let methods: [HTTPRequest.Method] = [
            .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, .query,
        ]
        #expect(
            methods.map(\.description) == [
                "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
            ])
        for method in methods { #expect(HTTPRequest.Method(method.rawValue) == method) }
        #expect(try #require(HTTPRequest.Method("get")) != .get)
        #expect(HTTPRequest.Method("M-SEARCH")?.rawValue == "M-SEARCH")
    }
}
