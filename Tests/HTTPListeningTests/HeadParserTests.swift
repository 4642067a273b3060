// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

@testable import HTTPListening

@Suite struct HeadParserTests {
    private static let limits = Limits()

    /// The head, or the status of the refusal; `nil` if more is needed.
    private static func parse(_ text: String, _ limits: Limits = limits) -> (head: ReceivedHead?, status: Int?) {
        var input = Input()
        input.bytes = Array(text.utf8)
        var parser = HeadParser(limits)
        switch parser.take(&input) {
        case .head(let head): return (head, nil)
        case .refused(let status): return (nil, status)
        case .more: return (nil, nil)
        }
    }

    private static func status(_ text: String, _ limits: Limits = limits) -> Int? {
        let (head, status) = parse(text, limits)
        return head == nil ? status : 200
    }

    private static func get(_ fields: String, version: String = "1.1") -> String {
        "GET / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
    }

    // MARK: Limits

    @Test(arguments: [(0, 200), (1, 414)])
    func `a target may be as long as its limit`(_ beyond: Int, _ status: Int) {
        let target = "/" + String(repeating: "a", count: Self.limits.target - 1 + beyond)
        #expect(Self.status("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == status)
    }

    @Test(arguments: [(0, nil), (1, 414)] as [(Int, Int?)])
    func `a request line without an end is refused once its target must be too long`(_ beyond: Int, _ status: Int?) {
        #expect(Self.status("GET /" + String(repeating: "a", count: Self.limits.target + 59 + beyond)) == status)
    }

    @Test(arguments: [(0, 200), (1, 431)])
    func `a head may be as long as its limit`(_ beyond: Int, _ status: Int) {
        let rest = Self.limits.head - Self.get("X: \r\n").utf8.count
        #expect(Self.status(Self.get("X: \(String(repeating: "a", count: rest + beyond))\r\n")) == status)
    }

    @Test func `a request line beyond the limit of heads is refused as a target that is too long`() {
        var limits = Limits()
        limits.head = 20
        #expect(Self.status("GET /aaaaaaaaaaaaaaaaaa HTTP/1.1\r\n", limits) == 414)
    }

    @Test(arguments: [(0, nil), (1, 431)] as [(Int, Int?)])
    func `a field without an end counts toward the limit`(_ beyond: Int, _ status: Int?) {
        let start = "GET / HTTP/1.1\r\nX: "
        let rest = Self.limits.head - start.utf8.count
        #expect(Self.status(start + String(repeating: "a", count: rest + beyond)) == status)
    }

    @Test(arguments: [(199, 200), (200, 431)])
    func `a head may have as many fields as the limit, Host among them`(_ count: Int, _ status: Int) {
        #expect(Self.status(Self.get(String(repeating: "X: y\r\n", count: count))) == status)
    }

    @Test(arguments: [(32, 200), (33, 400)])
    func `a method has at most 32 characters`(_ count: Int, _ status: Int) {
        let method = String(repeating: "A", count: count)
        #expect(Self.status("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n") == status)
    }

    @Test func `a length has at most 18 digits`() {
        let longest = Self.parse(Self.get("Content-Length: 999999999999999999\r\n")).head
        #expect(longest?.framing == .length(999_999_999_999_999_999))
        #expect(Self.status(Self.get("Content-Length: 1000000000000000000\r\n")) == 400)
        #expect(Self.status(Self.get("Content-Length: \r\n")) == 400)
    }

    // MARK: What is refused

    @Test(arguments: ["\u{16}", "\0", " ", "\n", "\r\n\r", "\r\n\u{16}", "\r\n\n"])
    func `bytes that begin no request are refused before a line ends`(_ start: String) {
        #expect(Self.status(start) == 400)
    }

    /// Only proxies can use the form of CONNECT's target: RFC 9112 §3.2.3.
    @Test(arguments: [
        "GET /a#b", "GET /#", "GET http://a/#b", "GET http://a#b", "GET http://", "GET http:///", "GET http://?a",
        "GET http://a b/", "GET http://a\\b/", "GET ftp://a/", "GET http:/a", "GET a:1", "GET *", "POST *", "HEAD *",
        "CONNECT /", "CONNECT /a", "CONNECT http://a/", "CONNECT *", "CONNECT a:443",
    ])
    func `rejects fragments, other targets than paths and URLs of servers, and CONNECT`(_ start: String) {
        #expect(Self.status("\(start) HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
    }

    @Test(arguments: [
        "a b", "a#b", "a\\b", "a\"b", "a<b", "a^b", "a`b", "a{b", "a|b", "\u{e4}", "a:80a", "a:-1", "a:8:0", "a:b:80",
        ":a",
        "::1", "[]", "[", "[::1", "[::1]a", "[::1]80", "[::1]]", "a[::1]", "a]", "[a%20]", "[[::1]]", "a%", "a%4",
        "a%4g", "%",
    ])
    func `what is no host with a port is refused`(_ host: String) {
        #expect(Self.status("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == 400)
        #expect(Self.status("GET http://\(host)/ HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
        #expect(Self.status("GET http://u@\(host)/ HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
    }

    @Test(arguments: ["a/b", "a?b", "a@b"])
    func `a host is not a URL, and has no user`(_ host: String) {
        #expect(Self.status("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == 400)
    }

    @Test(arguments: [":80", "u@", "u@:80", "u@v@a", "a\"b@a", "a\\@a", "{|}@a", "u%@a", "u%4g@a", "[@a"])
    func `an authority without a host, or with a malformed user, is refused`(_ authority: String) {
        #expect(Self.status("GET http://\(authority)/ HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
    }

    @Test(arguments: [
        "", "a", "a.example:8080", "127.0.0.1", "[::1]:80", "A-b_c~d", "a%20b", "!$&'()*+,;=", "[v1.a]", "a:",
        ":80", "a:0", "[::ffff:1.2.3.4]", "a..b", "1.2.3",
    ])
    func `accepts a host by RFC 3986, or an empty one`(_ host: String) {
        #expect(Self.parse("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").head?.request.authority == host)
    }

    @Test(arguments: [
        ("X: a\tb\u{e9}\r\n", 200), ("X: a\u{7f}b\r\n", 400), ("X:\u{b}\r\n", 400), ("X\u{e9}: a\r\n", 400),
    ])
    func `a value has visible characters, blanks and bytes beyond ASCII`(_ field: String, _ status: Int) {
        #expect(Self.status(Self.get(field)) == status)
    }

    @Test(arguments: [
        ("HTTP/1.1 ", 400), ("http/1.1", 400), ("HTTP/11", 400), ("HTTP/1.", 400), ("HTTP/1.1.1", 400),
        ("HTTX/1.1", 400), ("HTTP/a.1", 400), ("HTTP/1,1", 400), ("", 400), ("HTTP/0.9", 505), ("HTTP/1.2", 505),
        ("HTTP/1.9", 505), ("HTTP/2.0", 505), ("HTTP/9.9", 505),
    ])
    func `rejects malformed versions with 400, and other versions with 505`(_ version: String, _ status: Int) {
        #expect(Self.status("GET / \(version)\r\nHost: a\r\n\r\n") == status)
    }

    // MARK: What a head says

    @Test func `a head gives method, target, host and the other fields`() throws {
        let text = "PUT /a?b=c HTTP/1.1\r\nHost: a.example\r\nX-One:  1 \t\r\nX-Two:\r\nx-one: 3\r\n\r\nrest"
        var input = Input()
        input.bytes = Array(text.utf8)
        var parser = HeadParser(Limits())
        guard case .head(let head) = parser.take(&input) else {
            Issue.record("the head is whole")
            return
        }
        #expect((head.request.method, head.request.path) == (.put, "/a?b=c"))
        #expect((head.request.authority, head.request.scheme) == ("a.example", nil))
        #expect(head.request.headerFields.map(\.description) == ["X-One: 1", "X-Two: ", "x-one: 3"])
        #expect(String(decoding: input.bytes[input.start...], as: UTF8.self) == "rest")
    }

    @Test(arguments: [
        ("http://b/c?d", "http", "b", "/c?d"), ("HTTPS://b:1", "https", "b:1", "/"), ("http://b?c", "http", "b", "/?c"),
        ("http://me@b/", "http", "me@b", "/"), ("http://m%20:e@b:1/", "http", "m%20:e@b:1", "/"),
    ])
    func `an absolute target's host overrides the field`(
        target: String, scheme: String, authority: String, path: String
    ) {
        let request = Self.parse("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n").head?.request
        #expect(request?.scheme == scheme && request?.authority == authority && request?.path == path)
    }

    @Test(arguments: [
        ("", "1.1", false), ("", "1.0", true), ("Connection: close\r\n", "1.1", true),
        ("Connection: Close\r\n", "1.1", true), ("Connection: keep-alive\r\n", "1.1", false),
        ("Connection: keep-alive\r\n", "1.0", true), ("Connection: te, \tclose ,x\r\n", "1.1", true),
        ("Connection: closed\r\n", "1.1", false), ("Connection: not close\r\n", "1.1", false),
        ("Connection: te\r\nConnection: close\r\n", "1.1", true),
    ])
    func `a connection ends as the client wants`(_ fields: String, _ version: String, _ closes: Bool) {
        #expect(Self.parse(Self.get(fields, version: version)).head?.closesConnection == closes)
    }

    @Test(arguments: [
        ("Expect: 100-continue\r\nContent-Length: 1\r\n", "1.1", true),
        ("Expect: 100-Continue\r\nTransfer-Encoding: chunked\r\n", "1.1", true),
        ("Expect: 100-continue\r\n", "1.1", false), ("Expect: 100-continue\r\nContent-Length: 0\r\n", "1.1", false),
        ("Expect: 100-continue\r\nContent-Length: 1\r\n", "1.0", false),
    ])
    func `100 (Continue) is for content alone, and not for HTTP/1.0`(
        _ fields: String, _ version: String, _ isExpected: Bool
    ) { #expect(Self.parse(Self.get(fields, version: version)).head?.expectsContinue == isExpected) }

    @Test(arguments: [
        ("", Framing.none), ("Content-Length: 0\r\n", .none), ("content-length: 007\r\n", .length(7)),
        ("Transfer-Encoding: Chunked\r\n", .chunked),
    ])
    func `the fields say where the content ends`(_ fields: String, _ framing: Framing) {
        #expect(Self.parse(Self.get(fields)).head?.framing == framing)
    }

    @Test func `HTTP/1.0 needs no host, but has one at most`() {
        #expect(Self.status("GET / HTTP/1.0\r\n\r\n") == 200)
        #expect(Self.status("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n") == 400)
    }

    // MARK: Case

    @Test func `only letters are the same in both cases`() {
        let texts = (UInt8(0)..<128).map { String(decoding: [$0], as: UTF8.self) }
        for one in texts {
            #expect(texts.filter(one.isSame) == texts.filter { $0.lowercased() == one.lowercased() })
        }
    }
}
