// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import HTTPServing
package import OAuthMessages
import PortableFoundation
package import TenantDirectory

/// The credentials that a client sends to a token endpoint, before authentication.
///
/// RFC 6749 §2.3.1: the secret is in the form or in `Authorization: Basic`. RFC 7521 §4.2: an assertion may replace it.
package struct ClientCredentials: Sendable {
    /// An assertion of a type that no provider here accepts; an empty type if the request names none.
    package struct AssertionTypeRefusal: Error {
        package static let parameter = "client_assertion_type"

        package let type: String
    }

    /// The client id; `nil` if there is none.
    package let id: String?
    /// The secret; empty if there is none.
    package let secret: String
    /// A signed assertion about the client; `nil` if there is none.
    package let assertion: String?

    /// Whether the client tries to authenticate.
    package var hasProof: Bool { !secret.isEmpty || assertion != nil }

    /// Finds id, secret and assertion in a request.
    ///
    /// - Throws: `RequestRefusal` if the client authenticates in two ways, or cannot be read; `Refusal` if a parameter
    ///   appears twice; ``AssertionTypeRefusal`` for an assertion of an unknown kind.
    package init(_ form: FormParameters, _ fields: HTTPFields) throws {
        // An empty parameter is an omitted one. RFC 6749 §3.2
        let inForm = try (
            id: form.once("client_id").flatMap { $0.isEmpty ? nil : $0 }, secret: form.once("client_secret") ?? ""
        )
        let inField = try Self.basic(fields[.authorization])
        assertion = try Self.assertion(in: form)
        let secrets = [inForm.secret, inField?.secret ?? "", assertion ?? ""].filter { !$0.isEmpty }
        guard secrets.count <= 1, inForm.id == nil || inField == nil || inForm.id == inField?.id else {
            throw RequestRefusal(.contentMalformed, "the client authenticates in two ways")
        }
        id = (inField?.id ?? inForm.id).flatMap { $0.isEmpty ? nil : $0 }
        secret = inField?.secret ?? inForm.secret
    }

    /// The assertion of a form. RFC 7523 §2.2
    private static func assertion(in form: FormParameters) throws -> String? {
        guard let assertion = try form.once("client_assertion"), !assertion.isEmpty else { return nil }
        let type = try form.once(AssertionTypeRefusal.parameter) ?? ""
        guard type == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" else {
            throw AssertionTypeRefusal(type: type)
        }
        return assertion
    }

    /// The client id of an `Authorization` field; `nil` without a readable field.
    package static func id(in fields: HTTPFields) -> String? { (try? basic(fields[.authorization]))?.id }

    /// Id and secret of a field, each form-encoded in it; `nil` without a field.
    private static func basic(_ field: String?) throws -> (id: String, secret: String)? {
        guard let field else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: parts[1].trimmed()),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":"),
            let id = decoded(text[..<colon]), let secret = decoded(text[text.index(after: colon)...])
        else { throw RequestRefusal(.contentMalformed, "the Authorization field contains no client id and secret") }
        return (id, secret)
    }

    private static func decoded(_ text: Substring) -> String? { String(percentEncoded: text.utf8, isForm: true) }
}

/// An app after client authentication; a public app needs none.
package struct AuthenticatedClient: Sendable {
    /// The method of client authentication.
    package enum Method: Sendable, Hashable {
        /// None: the app is public.
        case none
        case secret
        /// An assertion that the app's own key signed.
        case certificate
        /// A token of another issuer that the app trusts.
        case federated

        /// The value of `azpacr` and `appidacr` in tokens.
        package var claim: String {
            switch self {
            case .none: "0"
            case .secret: "1"
            case .certificate, .federated: "2"
            }
        }
    }

    package let app: RegisteredApp
    package let method: Method

    package init(app: RegisteredApp, method: Method) {
        (self.app, self.method) = (app, method)
    }
}
