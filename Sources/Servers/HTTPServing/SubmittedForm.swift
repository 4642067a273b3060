// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird
package import OAuth

/// The parts of a submitted form that ``CSRFProtection`` checks.
package struct SubmittedForm: Sendable {
    /// The browser's cookie.
    package var cookie: String?
    /// The token in the form.
    package var token: String?
    /// The `Origin` field.
    package var origin: String?
    /// The `Sec-Fetch-Site` field.
    package var fetchSite: String?

    /// Creates a form from its parts.
    package init(cookie: String?, token: String?, origin: String? = nil, fetchSite: String? = nil) {
        self.cookie = cookie
        self.token = token
        self.origin = origin
        self.fetchSite = fetchSite
    }

    /// Reads the parts from a request.
    ///
    /// - Throws: `Refusal` (`duplicateParameter`) if the form has the token twice.
    package init(_ request: Request, parameters: FormParameters, cookie: BrowserCookie) throws {
        self.init(
            cookie: cookie.value(in: request),
            token: try parameters.once(CSRFProtection.field),
            origin: request.headers[.origin],
            fetchSite: request.headers.value(of: "Sec-Fetch-Site"))
    }
}
