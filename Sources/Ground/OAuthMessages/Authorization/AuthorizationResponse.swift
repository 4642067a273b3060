// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// An authorization response that matches its request, with the one-time code. RFC 6749 §4.1.2, RFC 9207 §2.4
package struct AuthorizationResponse: Sendable {
    package let request: AuthorizationRequest
    package let code: Redacted<String>

    /// Reads nothing else until the redirect's target, `state`, and `iss` match the request.
    package init(_ redirect: Redacted<URL>, answering request: AuthorizationRequest) throws {
        guard request.responseMode != .formPost else { throw Self.wrongMode }
        guard request.redirectURI.receives(redirect.revealed) else {
            throw Refusal(
                .redirectMismatch, "the response came to an address other than \(request.redirectURI); start again")
        }
        guard let parameters = FormParameters(response: redirect.revealed.encodedQuery) else {
            throw Refusal(.redirectMismatch, "the response's parameters are malformed; start again")
        }
        try self.init(parameters, of: request)
    }

    /// The web app's route checks that the form came by POST to the redirect URI. OAuth 2.0 Form Post Response Mode
    package init(form: FormParameters, answering request: AuthorizationRequest) throws {
        guard request.responseMode == .formPost else { throw Self.wrongMode }
        try self.init(form, of: request)
    }

    private init(_ parameters: FormParameters, of request: AuthorizationRequest) throws {
        guard let state = try parameters.once("state"), state.isSameSecret(as: request.state.revealed) else {
            throw Refusal(
                .stateMismatch,
                "the response does not belong to this sign-in; close other sign-in pages and start again")
        }
        try Self.checkIssuer(try parameters.once("iss"), of: request)
        // A parameter without a value counts as omitted. RFC 6749 §3.1
        func value(_ name: String) throws -> String? { try parameters.once(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let error = try value("error") {
            throw ServerError(
                ServerError.Code(rawValue: error), providerDescription: try value("error_description"),
                errorURI: try value("error_uri"), suberror: try value("error_subcode"))
        }
        guard let code = try value("code") else {
            throw Refusal(.codeMissing, "the provider sent neither a code nor an error; start again")
        }
        self.request = request
        self.code = Redacted(code)
    }

    private static let wrongMode = Refusal(
        .redirectMismatch, "the response has another response_mode than requested; start again")

    private static func checkIssuer(_ issuer: String?, of request: AuthorizationRequest) throws {
        guard let issuer else {
            guard request.expectsIssuer else { return }
            throw Refusal(
                .redirectIssuerMismatch,
                "\(request.issuer) advertises iss in its responses, but this one has none; report it to the provider"
            )
        }
        guard issuer.isSameSecret(as: request.issuer) else {
            throw Refusal(
                .redirectIssuerMismatch,
                "the response came from a provider other than \(request.issuer); start again, and report it if it recurs"
            )
        }
    }
}
