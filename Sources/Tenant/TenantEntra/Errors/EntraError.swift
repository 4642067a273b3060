// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes
import TenantAuthorization

/// An error with Entra ID's number, and the code of the OAuth standard.
package struct EntraError: Error, Sendable, Hashable {
    /// The number, as in `AADSTS50011`.
    package let number: Int
    let code: String
    /// The text, without number and trace.
    package let text: String
    /// A more exact reason of Entra ID; `nil` for most errors.
    package var suberror: String?
    /// The claims that the app must request with the parameter `claims`, as JSON. OpenID Connect Core §5.5
    package var claims: String?
    /// The status at the token endpoint.
    package var status: HTTPResponse.Status = .badRequest

    package init(_ number: Int, _ code: String, _ text: String) {
        self.number = number
        self.code = code
        self.text = text
    }

    /// The error with code and text of the table.
    package init(_ number: Int) {
        let entry = ErrorCatalogue.entraID[number]
        self.init(number, entry?.code ?? "server_error", entry?.text ?? "")
    }
}
