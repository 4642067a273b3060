// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes
import TenantAuthorization
package import TenantEntra

/// An error with Azure AD B2C's number, and the matching OAuth error code.
package struct UserFlowError: Error, Sendable, Hashable {
    /// The number, as in `AADB2C90118`.
    let number: Int
    /// The code of RFC 6749 or of OpenID Connect.
    let code: String
    /// The text, without number and trace.
    let text: String
    /// The HTTP status, if the error is not sent in a redirect.
    package var status: HTTPResponse.Status = .badRequest
    /// The error that External ID sends instead, with Entra ID's number; `nil` if it has none.
    let counterpart: EntraError?

    package init(_ number: Int, _ code: String, _ text: String, externally counterpart: EntraError? = nil) {
        self.number = number
        self.code = code
        self.text = text
        self.counterpart = counterpart
    }

    /// The error with code and text of the table.
    package init(_ number: Int) {
        let entry = ErrorCatalogue.azureADB2C[number]
        self.init(number, entry?.code ?? "server_error", entry?.text ?? "")
    }

    /// The number with its prefix.
    var name: String { "AADB2C\(number)" }
}
