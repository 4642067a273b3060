// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

/// Values of fields. RFC 9110 §5.5
@Suite struct HTTPFieldTests {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("a b\tc", "a b\tc"), ("ä€😀", "ä€😀"), ("~\u{80}", "~\u{80}"),
        // Not valid as they are
        (" a", "a"), ("a\t", "a"), (" \t ", ""), ("\u{7F}", ""), ("\u{1F}a\u{0}", "a"), ("a\u{7F}b", "a b"),
        ("a\r\nSet-Cookie: b=c", "a  Set-Cookie: b=c"), ("a\nb\rc\u{0}d", "a b c d"), ("\r\n\r\n<html>", "<html>"),
        ("ä\r\n", "ä"),
    ])
    func `a value holds no control character and no blank at its ends`(_ text: String, _ value: String) {
        #expect(HTTPField.isValidValue(text) == (text == value))
        #expect(HTTPField(name: .location, value: text).value == value)
        #expect(HTTPField(name: .location, lenientValue: text.utf8).value == value)
        var field = HTTPField(name: .location, value: "earlier")
        field.value = text
        #expect(field.value == value)
    }

    @Test func `each byte is judged as the RFC lists it`() {
        for byte in UInt8.min...UInt8.max {
            let isValid = [byte].withUnsafeBytes { HTTPField.isValid($0) }
            #expect(isValid == (byte == 0x09 || (0x20...0x7E).contains(byte) || byte >= 0x80), "byte \(byte)")
        }
    }

    @Test func `a byte is judged the same in any place, whatever stands beside it`() {
        for others: [UInt8] in [[0x20], [0x09], [0x7E, 0x80], [0xFF], [0x09, 0xFF, 0x20]] {
            for byte in UInt8.min...UInt8.max {
                let isValid = [byte].withUnsafeBytes { HTTPField.isValid($0) }
                for place in 0..<18 {
                    var bytes = (0..<18).map { others[$0 % others.count] }
                    bytes[place] = byte
                    let found = bytes.withUnsafeBytes { HTTPField.isValid($0) }
                    if found != isValid { Issue.record("byte \(byte) among \(others) at \(place)") }
                }
            }
        }
    }

    @Test func `bytes that are not UTF-8 become the replacement character`() {
        #expect(HTTPField(name: .location, lenientValue: [0x61, 0xFF, 0x62]).value == "a\u{FFFD}b")
    }

    @Test func `fields are equal if name and value are`() {
        let field = HTTPField(name: .retryAfter, value: "1")
        #expect(field == HTTPField(name: HTTPField.Name(token: "RETRY-AFTER"), value: "1"))
        #expect(field != HTTPField(name: .retryAfter, value: "2") && field != HTTPField(name: .age, value: "1"))
        #expect("\(field)" == "Retry-After: 1")
    }
}

/// Names of fields. RFC 9110 §5.1
@Suite struct HTTPFieldNameTests {
    private static func parsed(_ text: String) -> HTTPField.Name {
        Array(text.utf8).withUnsafeBytes { HTTPField.Name(checkedToken: $0) }
    }

    @Test func `names are equal in any case, and keep their own`() throws {
        let name = try #require(HTTPField.Name("content-TYPE"))
        #expect(name == .contentType && name.hashValue == HTTPField.Name.contentType.hashValue)
        #expect(name.rawName == "content-TYPE" && name.canonicalName == "content-type")
        #expect("\(name)" == "content-TYPE")
        #expect(name != .contentLength)
    }

    @Test(arguments: [
        "Host", "DPoP", "host", "HOST", "Hosts", "Cookie", "Accept", "Upgrade-Insecure-Requests",
        "Upgrade-Insecure-Requestz", "Upgrade-Insecure-Requests1", "traceparent", "x", "X-Custom_Field.1",
    ])
    func `a parsed name is spelled as its bytes`(_ text: String) {
        let name = Self.parsed(text)
        #expect(name.rawName == text)
        #expect(name.canonicalName == text.lowercased())
        #expect(name == HTTPField.Name(text))
    }

    // RFC 9110 §18.4, RFC 6265, RFC 6454, RFC 9111 §5, RFC 9449; WHATWG Fetch; W3C CSP
    private static let constants: [(name: HTTPField.Name, text: String)] = [
        (.accept, "Accept"), (.acceptEncoding, "Accept-Encoding"), (.acceptLanguage, "Accept-Language"),
        (.accessControlAllowCredentials, "Access-Control-Allow-Credentials"),
        (.accessControlAllowHeaders, "Access-Control-Allow-Headers"),
        (.accessControlAllowMethods, "Access-Control-Allow-Methods"),
        (.accessControlAllowOrigin, "Access-Control-Allow-Origin"),
        (.accessControlExposeHeaders, "Access-Control-Expose-Headers"),
        (.accessControlMaxAge, "Access-Control-Max-Age"),
        (.accessControlRequestHeaders, "Access-Control-Request-Headers"),
        (.accessControlRequestMethod, "Access-Control-Request-Method"), (.age, "Age"), (.allow, "Allow"),
        (.authorization, "Authorization"), (.cacheControl, "Cache-Control"), (.connection, "Connection"),
        (.contentEncoding, "Content-Encoding"), (.contentLength, "Content-Length"), (.contentRange, "Content-Range"),
        (.contentSecurityPolicy, "Content-Security-Policy"), (.contentType, "Content-Type"), (.cookie, "Cookie"),
        (.date, "Date"), (.dPoP, "DPoP"), (.dPoPNonce, "DPoP-Nonce"), (.eTag, "ETag"), (.expect, "Expect"),
        (.expires, "Expires"), (.host, "Host"), (.ifMatch, "If-Match"),
        (.ifNoneMatch, "If-None-Match"), (.ifRange, "If-Range"), (.lastModified, "Last-Modified"),
        (.location, "Location"), (.origin, "Origin"), (.range, "Range"), (.referer, "Referer"),
        (.retryAfter, "Retry-After"), (.server, "Server"), (.setCookie, "Set-Cookie"),
        (.transferEncoding, "Transfer-Encoding"),
        (.upgrade, "Upgrade"), (.userAgent, "User-Agent"), (.vary, "Vary"), (.wwwAuthenticate, "WWW-Authenticate"),
        (.xContentTypeOptions, "X-Content-Type-Options"),
    ]

    @Test func `each constant is spelled as its specification does`() throws {
        for (name, text) in Self.constants {
            #expect(name.rawName == text && name.canonicalName == text.lowercased())
            #expect(Self.parsed(text).rawName == text && Self.parsed(text.lowercased()).rawName == text.lowercased())
            #expect(Self.parsed(text.uppercased()) == name && HTTPField.Name(text.lowercased()) == name)
        }
        #expect(Set(Self.constants.map(\.name)).count == Self.constants.count)
    }

    /// As browsers and proxies write them.
    @Test(arguments: [
        "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection",
        "Content-Length", "Content-Type", "Cookie", "DPoP", "Host", "If-None-Match", "Origin", "Referer", "User-Agent",
        "Transfer-Encoding", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Upgrade-Insecure-Requests",
        "X-Request-ID", "X-Forwarded-For", "X-Forwarded-Proto", "traceparent",
    ])
    func `a frequent name is read as it is, and so are names that nearly have it`(_ text: String) {
        for near in [text, text + "x", String(text.dropLast()), String(text.dropFirst()), "x" + text.dropFirst()] {
            let name = Self.parsed(near)
            #expect(name.rawName == near && name.canonicalName == near.lowercased())
        }
    }
}

/// Lines of heads and trailers. RFC 9112 §5
@Suite struct FieldLineTests {
    private struct Parts: Equatable {
        let name: String
        let value: String
    }

    /// The parts of a line, which stands between others.
    private static func parts(_ line: String, before rest: String = "") -> Parts? {
        let (start, bytes) = ("Host: a\r\n".utf8.count, Array("Host: a\r\n\(line)\(rest)".utf8))
        return FieldLine(bytes.span, start..<start + line.utf8.count).map { found in
            Parts(
                name: String(decoding: bytes[found.name], as: UTF8.self),
                value: String(decoding: bytes[found.value], as: UTF8.self))
        }
    }

    @Test(arguments: [
        ("a:b", "a", "b"), ("Age: 1", "Age", "1"), ("Age:1 \t", "Age", "1"), ("Age: \t 1", "Age", "1"), ("a:", "a", ""),
        ("a: \t ", "a", ""), ("a: b c\td ", "a", "b c\td"), ("a::b: ", "a", ":b:"),
        ("!#$%&'*+-.^_`|~9z: ä", "!#$%&'*+-.^_`|~9z", "ä"),
    ])
    func `a field has a name, and a value without the blanks around it`(_ line: String, _ name: String, _ value: String)
    {
        for rest in ["", "\r\n", "\n", "b: c", ": c", "\u{0}"] {
            #expect(
                Self.parts(line, before: rest) == Parts(name: name, value: value), "before \(rest.debugDescription)")
        }
    }

    @Test(arguments: [
        "", ":", ": b", "a", "a b", "a : b", "a\t: b", " a: b", "\ta: b", "ä: b", "a(: b", "a: b\rc", "a: b\nc",
        "a: b\u{0}c",
        "a: b\u{7F}", "a: \u{1}", "a: b\r",
    ])
    func `what is no field is refused`(_ line: String) {
        for rest in ["", "\r\n", ": b", "b: c"] {
            #expect(Self.parts(line, before: rest) == nil, "before \(rest.debugDescription)")
        }
    }
}
