// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuthMessages
import PortableFoundation

/// A cookie of the app, with its fixed attributes. RFC 6265 §4.1
///
/// Scripts cannot read it (`HttpOnly`). Browsers send a cookie to every port of a host, so two servers on loopback need
/// different names.
///
/// ```swift
/// let theme = BrowserCookie("theme", isSecure: true)
/// router.get("theme") { request, _ in theme.value(in: request) ?? "light" }
/// router.post("theme/dark") { _, _ in
///     Response(status: .noContent, headers: [.setCookie: theme.setting("dark")])
/// }
/// ```
public struct BrowserCookie: Sendable {
    /// Whether the browser sends the cookie when another site links or posts to this one.
    public enum SameSite: String, Sendable {
        /// With links from other sites, not with posted forms.
        case lax = "Lax"
        /// Never.
        case strict = "Strict"
    }

    private let name: String
    private let path: String
    private let sameSite: SameSite
    private let isSecure: Bool

    /// Creates a cookie.
    ///
    /// - Parameters:
    ///   - name: The name, a token of RFC 9110; a secure cookie for all paths gets the prefix `__Host-`.
    ///   - path: The paths for which the browser sends it.
    ///   - sameSite: Whether the browser sends it when another site links or posts to this one.
    ///   - isSecure: Whether clients use https; the browser then never sends the cookie over http.
    public init(_ name: String, path: String = "/", sameSite: SameSite = .lax, isSecure: Bool = false) {
        let isPlain = (name + path).utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ";") }
        precondition(isPlain && !name.isEmpty && path.hasPrefix("/"), "a cookie needs a token as name, and a path")
        // Only this host can set a cookie with the prefix. RFC 6265bis §4.1.3.2
        self.name = isSecure && path == "/" ? "__Host-\(name)" : name
        self.path = path
        self.sameSite = sameSite
        self.isSecure = isSecure
    }

    /// Returns the value that a browser sent, the first of several; `nil` if it sent none.
    ///
    /// Unicode white space before a name is part of it: otherwise, a neighbor on this host could set a name that seems
    /// to begin with `__Host-`.
    public func value(in request: Request) -> String? {
        let start = Array("\(name)=".utf8)
        let pair = Self.pairs(in: request).first { $0.starts(with: start) }
        return pair.flatMap { String(Substring($0.dropFirst(start.count))).percentDecoded }
    }

    /// Bytes, because decoding characters for each request would cost more than reading the session.
    package static func pairs(in request: Request) -> [Substring.UTF8View] {
        request.headers[values: .cookie].flatMap { field in
            Substring(field).utf8.split(separator: UInt8(ascii: ";")).map { cookie in
                cookie.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            }
        }
    }

    /// Returns the `Set-Cookie` value that sets the cookie to any text, which is percent-encoded.
    ///
    /// Without a maximum age, the browser keeps it until it closes.
    public func setting(_ value: String, maximumAge: Duration? = nil) -> String {
        var parts = ["\(name)=\(FormParameters.encoded(value))", "Path=\(path)"]
        if let maximumAge { parts.append("Max-Age=\(maximumAge.components.seconds)") }
        if isSecure { parts.append("Secure") }
        return (parts + ["HttpOnly", "SameSite=\(sameSite.rawValue)"]).joined(separator: "; ")
    }

    /// The `Set-Cookie` value that removes the cookie.
    public var removing: String { setting("", maximumAge: .zero) }
}
