// SPDX-License-Identifier: Apache-2.0
import Foundation
package import Hummingbird
import OAuth

/// One cookie of ours: its name, and the attributes that it is always set with.
///
/// Scripts never see it (`HttpOnly`). Browsers send a cookie to every port of a host, so two servers on
/// loopback must not use the same name.
///
/// RFC 6265 §4.1
package struct BrowserCookie: Sendable {
    /// Whether the browser sends the cookie when another site leads here.
    package enum SameSite: String, Sendable {
        /// With links from elsewhere, not with forms.
        case lax = "Lax"
        /// Never.
        case strict = "Strict"
    }

    private let name: String
    private let path: String
    private let sameSite: SameSite
    private let isSecure: Bool

    /// Describes a cookie.
    ///
    /// - Parameters:
    ///   - name: Its name, a token of RFC 9110; a secure cookie for every path gets the prefix `__Host-`.
    ///   - path: The paths it is for.
    ///   - sameSite: Whether it comes along when another site leads here.
    ///   - isSecure: Whether the server is reached with https; the cookie is kept from http then.
    package init(_ name: String, path: String = "/", sameSite: SameSite = .lax, isSecure: Bool = false) {
        // Nobody but this host can set a cookie with the prefix. RFC 6265bis §4.1.3.2
        self.name = isSecure && path == "/" ? "__Host-\(name)" : name
        self.path = path
        self.sameSite = sameSite
        self.isSecure = isSecure
    }

    /// The value that a browser sent, if it sent one.
    package func value(in request: Request) -> String? {
        request.cookies[name]?.value.removingPercentEncoding
    }

    /// The `Set-Cookie` field that sets a value; any text will do, it is percent-encoded.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - maximumAge: How long the browser keeps it; without one, until it closes.
    /// - Returns: The field value.
    package func setting(_ value: String, maximumAge: Duration? = nil) -> String {
        var parts = ["\(name)=\(FormParameters.encoded(value))", "Path=\(path)"]
        if let maximumAge { parts.append("Max-Age=\(maximumAge.components.seconds)") }
        if isSecure { parts.append("Secure") }
        return (parts + ["HttpOnly", "SameSite=\(sameSite.rawValue)"]).joined(separator: "; ")
    }

    /// The `Set-Cookie` field that removes the cookie.
    package var removing: String { setting("", maximumAge: .zero) }
}
