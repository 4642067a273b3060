// SPDX-License-Identifier: Apache-2.0
package import OAuth

extension TokenValidator {
    /// Validates the ID token that was issued for a code.
    ///
    /// - Parameters:
    ///   - tokens: The response of the token endpoint; one without an ID token is refused.
    ///   - response: The redirect with the code, and with the request that gives the `nonce`.
    /// - Returns: The identity of the person.
    /// - Throws: ``Refusal``: `idTokenMissing`, and one code for each rule of OpenID Connect Core §3.1.3.7.
    package func identity(
        of tokens: TokenResponse, answering response: AuthorizationResponse
    ) async throws -> Identity {
        try await identity(
            of: tokens, for: response.request.clientID, bound: IDTokenBinding(tokens, answering: response))
    }

    /// Validates the ID token that came with a device code.
    ///
    /// It needs no `nonce`, which binds an ID token to the request in a browser: this grant has no such request. The
    /// token endpoint sends the token directly to the client, which alone knows the device code.
    ///
    /// - Throws: ``Refusal``: `idTokenMissing`, and one code for each other rule.
    ///
    /// RFC 8628, OpenID Connect Core §3.1.3.7
    package func identity(ofDeviceCode tokens: TokenResponse, for clientID: String) async throws -> Identity {
        try await identity(of: tokens, for: clientID, bound: IDTokenBinding(tokens))
    }

    /// Validates the ID token that came with a refresh.
    ///
    /// - Parameters:
    ///   - tokens: The response of the token endpoint.
    ///   - clientID: The id of the client.
    ///   - earlier: The identity from the sign-in.
    /// - Returns: The same person, as the new ID token describes them.
    /// - Throws: ``Refusal``; `subjectMismatch` if the token is about another person, `audienceMismatch` and
    ///   `authorizedPartyMismatch` if it is for others.
    ///
    /// OpenID Connect Core §12.2
    package func identity(
        of tokens: TokenResponse, for clientID: String, continuing earlier: Identity
    ) async throws -> Identity {
        let identity = try await identity(of: tokens, for: clientID, bound: IDTokenBinding(tokens))
        return try earlier.refreshed(by: identity)
    }

    /// An ID token from the token endpoint is in no header field, and may list all the groups of a person.
    private static let longestIDToken = 256 * 1024

    private func identity(
        of tokens: TokenResponse, for clientID: String, bound binding: IDTokenBinding
    ) async throws -> Identity {
        guard let idToken = tokens.idToken else {
            throw Refusal(
                .idTokenMissing, "the provider did not say who signed in; is this an OpenID provider?")
        }
        let token = try await verified(idToken, maximumByteCount: Self.longestIDToken)
        return try IDTokenJudge(clientID: clientID, provider: provider, binding: binding, times: times)
            .identity(from: token, now: now())
    }
}
