// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// A successful token response. RFC 6749 §5.1, OpenID Connect Core §3.1.3.3
package struct TokenResponse: Sendable {
    /// The token for the API; absent only if the request needed none.
    package let accessToken: Redacted<String>?
    /// The time for which the access token is valid from now; `nil` if the provider names none.
    package let expiresIn: Duration?
    /// The time from now after which to refresh the access token, as Microsoft's providers send it; `nil` without one.
    package let refreshIn: Duration?
    /// The granted scopes; absent if they are exactly the requested ones.
    package let scopes: ScopeSet?
    package let refreshToken: Redacted<String>?
    /// The user's ID token, not yet validated.
    package let idToken: Redacted<String>?
    /// The granted authorization details; `nil` without readable ones. RFC 9396 §7
    package let authorizationDetails: AuthorizationDetails?

    /// Accepts `bearer` in upper case, and numbers as text, as some providers send them.
    ///
    /// Throws ``ServerError`` if the provider declined, or ``Refusal`` for an unusable response.
    package init(status: Int, body: Data, needsAccessToken: Bool = true, mustBeBound: Bool = false) throws {
        let error = ServerError(status: status, body: body)
        // Some providers return errors with 200.
        guard status == 200, error.code == .unspecified else { throw error }
        let salvaged = Salvaged(in: body)
        let response = try ForeignJSON(body) { defect in
            Refusal(
                .tokenResponseMalformed, "the provider's token response \(defect); report it to the provider",
                cause: salvaged)
        }
        refreshToken = try response.text("refresh_token").map(Redacted.init)
        idToken = try response.text("id_token").map(Redacted.init)
        accessToken = try (needsAccessToken ? response.required("access_token") : response.text("access_token"))
            .map(Redacted.init)
        let tokenType = try (accessToken == nil ? response.text("token_type") : response.required("token_type"))?
            .lowercased()
        // The client discards such a response: anyone can use an unbound token.
        guard !mustBeBound || accessToken == nil || tokenType == "dpop" else {
            throw Refusal(
                .tokenNotBound,
                "the provider returned a token that is not bound to the app's key (token_type); it must support DPoP")
        }
        guard mustBeBound || accessToken == nil || tokenType == "bearer" else {
            throw Refusal(
                .tokenTypeUnsupported,
                "the provider sent a token of \(Self.name(ofType: try response.text("token_type"))), not of Bearer; report it to the provider",
                cause: salvaged)
        }
        expiresIn = response.has("expires_in") ? .seconds(response.seconds("expires_in") ?? 60) : nil
        refreshIn = response.seconds("refresh_in").map { .seconds($0) }
        // Some providers send a list; any other form is ignored.
        scopes = ((try? response.text("scope")).map { [$0] } ?? (try? response.texts("scope"))).map { ScopeSet($0) }
        authorizationDetails = response["authorization_details"].flatMap(AuthorizationDetails.init)
    }

    /// The refresh token of an unusable response: the provider may have revoked the old one.
    package struct Salvaged: Error {
        package let refreshToken: Redacted<String>

        /// Reads a response that need not be strict JSON: without its new refresh token, the sign-in would end.
        init?(in body: Data) {
            struct Alone: Decodable {
                let refreshToken: String

                enum CodingKeys: String, CodingKey {
                    case refreshToken = "refresh_token"
                }
            }
            let alone = try? JSONDecoder().decode(Alone.self, from: ForeignJSON.withoutMark(body))
            guard let alone, !alone.refreshToken.isEmpty else { return nil }
            refreshToken = Redacted(alone.refreshToken)
        }
    }

    /// Repeats only a short word: a faulty provider may have put any value there, even a token.
    private static func name(ofType type: String?) -> String {
        guard let type, (1...16).contains(type.utf8.count), type.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return "an invalid type"
        }
        return "the type \(type)"
    }
}
