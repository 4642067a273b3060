// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import HTTPServing
package import OAuthMessages
import PortableFoundation
package import TenantDirectory

/// A client's secret (RFC 6749 §2.3.1) or assertion (RFC 7521 §4.2), before authentication.
package struct ClientCredentials: Sendable {
    /// An assertion of an unsupported type, which is empty if the request names none.
    package struct AssertionTypeRefusal: Error {
        package static let parameter = "client_assertion_type"

        package let type: String
    }

    package let id: String?
    package let secret: String
    package let assertion: String?

    package var hasProof: Bool { !secret.isEmpty || assertion != nil }

    /// Throws ``AssertionTypeRefusal``, `RequestRefusal` for two methods, or `Refusal` for a repeated parameter.
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

    /// A client assertion. RFC 7523 §2.2
    private static func assertion(in form: FormParameters) throws -> String? {
        guard let assertion = try form.once("client_assertion"), !assertion.isEmpty else { return nil }
        let type = try form.once(AssertionTypeRefusal.parameter) ?? ""
        guard type == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" else {
            throw AssertionTypeRefusal(type: type)
        }
        return assertion
    }

    package static func id(in fields: HTTPFields) -> String? { (try? basic(fields[.authorization]))?.id }

    /// Both are form-encoded in the field; `nil` without a field.
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

package struct AuthenticatedClient: Sendable {
    package enum Method: Sendable, Hashable {
        case none
        case secret
        case certificate
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

    package init(app: RegisteredApp, method: Method) { (self.app, self.method) = (app, method) }
}
