// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

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
