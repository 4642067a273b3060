// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// A successful token response.
///
/// RFC 6749 §5.1, OpenID Connect Core §3.1.3.3
package struct TokenResponse: Sendable {
    /// The token for the API; absent only if the request needed none.
    package let accessToken: Redacted<String>?
    /// The time for which the access token is valid from now; `nil` if the provider names none.
    package let expiresIn: Duration?
    /// The time from now after which to refresh the access token, as Microsoft's providers send it; `nil` without one.
    package let refreshIn: Duration?
    /// The granted scopes; absent if they are exactly the requested ones.
    package let scopes: ScopeSet?
    /// The token for the next request; `nil` if the provider sent none.
    package let refreshToken: Redacted<String>?
    /// The token that names the person, not yet validated.
    package let idToken: Redacted<String>?
    /// The granted authorization details; `nil` without readable ones. RFC 9396 §7
    package let authorizationDetails: AuthorizationDetails?

    /// Judges a response of the token endpoint.
    ///
    /// Some providers write `bearer` in upper case, and numbers as text; both are accepted.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The content.
    ///   - needsAccessToken: Whether to refuse a response without an access token.
    ///   - mustBeBound: Whether the access token must be bound to the client's key. RFC 9449 §5
    /// - Throws: ``ServerError`` if the provider declined; ``Refusal`` (`tokenResponseMalformed`,
    ///   `tokenTypeUnsupported`, `tokenNotBound`) if the response is successful but not usable.
    package init(status: Int, body: Data, needsAccessToken: Bool = true, mustBeBound: Bool = false) throws {
        let error = ServerError(status: status, body: body)
        // Some providers send errors with 200.
        guard status == 200, error.code == .unspecified else { throw error }
        let wire: Wire = try ForeignJSON.decode(from: body) { defect in
            let alone: RefreshTokenAlone? = try? ForeignJSON.decode(from: body)
            return Self.malformed(defect, salvaging: Self.token(alone?.refreshToken))
        }
        refreshToken = wire.refreshToken.map(Redacted.init)
        let salvaged = refreshToken.map(Salvaged.init)
        guard wire.accessToken != nil || !needsAccessToken else {
            throw Self.malformed("lacks 'access_token'", salvaging: refreshToken)
        }
        guard wire.accessToken == nil || wire.tokenType != nil else {
            throw Self.malformed("lacks 'token_type'", salvaging: refreshToken)
        }
        accessToken = wire.accessToken.map(Redacted.init)
        // The client discards such a response: anybody can use an unbound token.
        guard !mustBeBound || accessToken == nil || wire.tokenType?.lowercased() == "dpop" else {
            throw Refusal(
                .tokenNotBound,
                "the provider returned a token that is not bound to the app's key (token_type); it must support DPoP")
        }
        guard mustBeBound || accessToken == nil || wire.tokenType?.lowercased() == "bearer" else {
            throw Refusal(
                .tokenTypeUnsupported,
                "the provider sent a token of \(Self.name(ofType: wire.tokenType)), not of Bearer; report it to the provider",
                cause: salvaged)
        }
        expiresIn = wire.expiresIn.map { .seconds($0.value ?? 60) }
        refreshIn = wire.refreshIn?.value.map { .seconds($0) }
        scopes = wire.scopes.map { ScopeSet(text: $0.joined(separator: " ")) }
        idToken = wire.idToken.map(Redacted.init)
        authorizationDetails = wire.namesDetails ? AuthorizationDetails(tokenResponse: body) : nil
    }

    /// The refresh token of a response that is not usable: the provider may have revoked the old one.
    package struct Salvaged: Error {
        package let refreshToken: Redacted<String>
    }

    private static func malformed(_ defect: String, salvaging token: Redacted<String>?) -> Refusal {
        Refusal(
            .tokenResponseMalformed, "the provider's token response \(defect); report it to the provider",
            cause: token.map(Salvaged.init))
    }

    /// Repeats only a short word: a faulty provider may have put any value there, even a token.
    private static func name(ofType type: String?) -> String {
        guard let type, (1...16).contains(type.utf8.count), type.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            return "an invalid type"
        }
        return "the type \(type)"
    }

    /// An empty token counts as missing: stored, it would replace the refresh token that still works.
    private static func token(_ text: String?) -> Redacted<String>? {
        text.flatMap { $0.isEmpty ? nil : Redacted($0) }
    }
}

/// The members as the provider sends them.
private struct Wire: Decodable {
    let accessToken: String?
    let tokenType: String?
    let expiresIn: LenientSeconds?
    let refreshIn: LenientSeconds?
    let scopes: [String]?
    let refreshToken: String?
    let idToken: String?
    let namesDetails: Bool

    enum CodingKeys: String, CodingKey {
        case scope
        case authorizationDetails = "authorization_details"
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshIn = "refresh_in"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try container.optional(.accessToken)
        tokenType = try container.optional(.tokenType)
        expiresIn = try container.optional(.expiresIn)
        refreshIn = try container.optional(.refreshIn)
        // Some providers send a list; any other form is ignored.
        let scope: String? = try? container.optional(.scope)
        scopes = scope.map { [$0] } ?? (try? container.optional(.scope))
        refreshToken = try container.optional(.refreshToken)
        idToken = try container.optional(.idToken)
        namesDetails = container.contains(.authorizationDetails)
    }
}

/// The refresh token of a response that is otherwise unreadable.
private struct RefreshTokenAlone: Decodable {
    let refreshToken: String

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}
