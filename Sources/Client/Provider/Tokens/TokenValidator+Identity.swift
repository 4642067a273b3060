// SPDX-License-Identifier: Apache-2.0
package import OAuth

extension TokenValidator {
    /// Validates the ID token that was given for a code.
    ///
    /// - Parameters:
    ///   - tokens: What the token endpoint gave; without an ID token it is refused.
    ///   - response: The redirect with the code, and with it the request whose `nonce` the token must carry.
    /// - Returns: Who signed in.
    /// - Throws: ``Refusal``: `idTokenMissing`, and one code for each rule of OpenID Connect Core §3.1.3.7.
    package func identity(
        of tokens: TokenResponse, answering response: AuthorizationResponse
    ) async throws -> Identity {
        try await identity(
            of: tokens, for: response.request.clientID, bound: IDTokenBinding(tokens, answering: response))
    }

    /// Validates the ID token that came with a device code.
    ///
    /// There is no `nonce` to demand: it ties an ID token to the request that a browser carried, and here no browser
    /// carries anything. The token comes straight from the token endpoint, to the one who alone knows the device code.
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
    ///   - tokens: What the token endpoint gave.
    ///   - clientID: Who asked.
    ///   - earlier: Who signed in.
    /// - Returns: The same person, as the new ID token describes them.
    /// - Throws: ``Refusal``; `subjectMismatch` if it speaks of another person, `audienceMismatch` and
    ///   `authorizedPartyMismatch` if it was made for others.
    ///
    /// OpenID Connect Core §12.2
    package func identity(
        of tokens: TokenResponse, for clientID: String, continuing earlier: Identity
    ) async throws -> Identity {
        let identity = try await identity(of: tokens, for: clientID, bound: IDTokenBinding(tokens))
        return try earlier.refreshed(by: identity)
    }

    /// An ID token from the token endpoint travels in no header, and may list all the groups of a person.
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
