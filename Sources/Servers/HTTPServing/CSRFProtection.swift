// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import OAuthMessages
import PortableFoundation
import SystemCryptography

/// Checks that a form comes from one of our pages in the same browser.
///
/// Each page contains a token for the browser's random cookie and the form's purpose. Another site can neither read our
/// pages nor set our cookie, so it cannot create this token.
package struct CSRFProtection: Sendable {
    package static let field = "csrf"

    private let key: SymmetricKey
    private let origins: Set<String>

    /// The key has at least 32 secret bytes; forms of pages from another key are refused.
    package init(key: [UInt8], origins: Set<String>) {
        self.key = SymmetricKey(data: key)
        self.origins = origins
    }

    package static func newCookieValue(from random: RandomSource = .system) -> String { random.text(bytes: 32) }

    /// A URL-safe token, valid only for forms with this purpose.
    package func token(for cookie: String, purpose: String) -> String {
        // The length separates purpose and cookie: no two pairs give the same text.
        let text = "\(purpose.utf8.count):\(purpose)\(cookie)"
        return HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key).unpaddedBase64URL
    }

    package func judge(_ form: SubmittedForm, purpose: String) throws {
        // Older browsers send neither field; the token protects without them.
        if let site = form.fetchSite, site != "same-origin", site != "none" {
            throw RequestRefusal(.formFromAnotherSite, "Another site sent this form. \(remedy)")
        }
        if let origin = form.origin, !isOurs(origin, fetchSite: form.fetchSite) {
            throw RequestRefusal(.formFromAnotherOrigin, "A page from another origin sent this form. \(remedy)")
        }
        guard let cookie = form.cookie, !cookie.isEmpty else {
            throw RequestRefusal(
                .formCookieMissing,
                "The browser did not send this page's cookie: allow cookies here. \(remedy)")
        }
        guard let token = form.token, token.isSameSecret(as: self.token(for: cookie, purpose: purpose)) else {
            throw RequestRefusal(.formTokenMismatch, "This page has expired, or is for another browser. \(remedy)")
        }
    }

    /// Pages without referrers send `null`; then the browser must confirm the origin in `Sec-Fetch-Site`.
    private func isOurs(_ origin: String, fetchSite: String?) -> Bool {
        origin == "null" ? fetchSite == "same-origin" : origins.contains(origin.lowercased())
    }

    private var remedy: String { "Open the page again and send the form from there." }
}

package struct SubmittedForm: Sendable {
    package var cookie: String?
    package var token: String?
    package var origin: String?
    package var fetchSite: String?

    package init(cookie: String?, token: String?, origin: String? = nil, fetchSite: String? = nil) {
        self.cookie = cookie
        self.token = token
        self.origin = origin
        self.fetchSite = fetchSite
    }

    package init(_ request: Request, parameters: FormParameters, cookie: BrowserCookie) throws {
        self.init(
            cookie: cookie.value(in: request),
            token: try parameters.once(CSRFProtection.field),
            origin: request.headers[.origin],
            fetchSite: request.headers.value(of: "Sec-Fetch-Site"))
    }
}
