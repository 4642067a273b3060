// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
package import OAuthMessages

/// Validates the tokens of a provider.
///
/// No claim leaves it before the signature is verified.
package struct TokenValidator: Sendable {
    package let provider: IdentityProvider
    package let times: TimeRules
    package let time: TimeSource
    private let idTokenAlgorithm: String?
    /// The algorithms beyond which none is accepted; `nil` sets no limit.
    private let limit: Set<SignatureAlgorithm>?

    /// The algorithms that the metadata announces for ID tokens; made when asked for, since access tokens need none.
    var announced: Set<SignatureAlgorithm> {
        let named = Set(provider.metadata.idTokenSigningAlgorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
        return limit.map(named.intersection) ?? named
    }

    /// The accepted algorithms of ID tokens and logout tokens.
    private var expected: Set<SignatureAlgorithm> {
        idTokenAlgorithm.map { Set([$0].compactMap(SignatureAlgorithm.init(rawValue:))) } ?? announced
    }

    /// Creates a validator of one provider's tokens.
    package init(
        _ provider: IdentityProvider, idTokenAlgorithm: String? = nil, limitedTo limit: Set<SignatureAlgorithm>? = nil,
        times: TimeRules? = nil, time: TimeSource = .system
    ) {
        self.provider = provider
        self.times = times ?? provider.rules.times
        self.time = time
        self.limit = limit
        self.idTokenAlgorithm = idTokenAlgorithm
    }

    /// Creates a validator of the tokens of a client, by its algorithm and its security profile.
    package init(_ provider: IdentityProvider, for registration: ClientRegistration, time: TimeSource) {
        self.init(
            provider, idTokenAlgorithm: registration.idTokenAlgorithm,
            limitedTo: registration.allowedAlgorithms, time: time)
    }

    /// Checks the signature of a token that the provider issued.
    ///
    /// - Returns: The token, with a good signature and claims not yet judged.
    /// - Throws: ``Refusal`` (`tokenMalformed`, `algorithmNotAllowed`, `keyUnknown`, `keySetMalformed`,
    ///   `keySetMissing`, `signatureInvalid`, `keyIssuerMismatch`); `ServerError`; `TransportError`.
    package func verified(
        _ token: Redacted<String>, algorithms: Set<SignatureAlgorithm>? = nil,
        maximumByteCount: Int = CompactJWS.maximumByteCount
    ) async throws -> VerifiedToken {
        try await verified(
            UnverifiedToken(token, accepting: algorithms ?? expected, maximumByteCount: maximumByteCount))
    }

    /// Checks the signature of a parsed token.
    ///
    /// - Throws: As ``verified(_:algorithms:maximumByteCount:)``.
    package func verified(_ token: UnverifiedToken) async throws -> VerifiedToken {
        let header = token.signed.header
        do {
            let key = try await provider.keys.key(for: header)
            do {
                return try verified(token, with: key)
            } catch let error as JOSEError where error.code == .signatureInvalid && header.keyIdentifier == nil {
                guard let changed = await provider.keys.changedKey(for: header, from: key) else { throw error }
                return try verified(token, with: changed)
            }
        } catch let error as JOSEError {
            throw Refusal(explaining: error)
        }
    }

    private func verified(_ token: UnverifiedToken, with key: JSONWebKey) throws -> VerifiedToken {
        let verified = try token.verified(with: key)
        try provider.check(key, maySign: verified.claims)
        return verified
    }
}

extension TokenValidator {
    /// Validates the ID token that was issued for a code.
    ///
    /// - Throws: ``Refusal``: `idTokenMissing`, and one code for each rule of OpenID Connect Core §3.1.3.7.
    package func validateIDToken(
        in tokens: TokenResponse, answering response: AuthorizationResponse
    ) async throws -> Identity {
        try await judged(
            tokens, for: response.request.clientID, bound: IDTokenBinding(tokens, answering: response)
        ).identity
    }

    /// Validates the ID token that came with a device code.
    ///
    /// It needs no `nonce`, which binds an ID token to the request in a browser: this grant has no such request. The
    /// token endpoint sends the token directly to the client, which alone knows the device code.
    ///
    /// - Returns: The identity of the person, and a nonce of the provider's own, which a refresh may repeat.
    /// - Throws: ``Refusal``: `idTokenMissing`, and one code for each other rule.
    ///
    /// RFC 8628, OpenID Connect Core §3.1.3.7
    package func validateIDToken(
        ofDeviceCode tokens: TokenResponse, for clientID: String
    ) async throws -> (identity: Identity, nonce: Redacted<String>?) {
        let (identity, claims) = try await judged(tokens, for: clientID, bound: IDTokenBinding(tokens))
        return (identity, claims.string("nonce").map { Redacted($0) })
    }

    /// Validates the ID token that came with a refresh.
    ///
    /// - Returns: The same person, as the new ID token describes them.
    /// - Throws: ``Refusal``; `subjectMismatch` if the token is about another person, `audienceMismatch` and
    ///   `authorizedPartyMismatch` if it is for others, `nonceMismatch` if it names the nonce of another sign-in,
    ///   `idTokenOutdated` if it is older than the earlier one.
    ///
    /// OpenID Connect Core §12.2
    package func validateRefreshedIDToken(
        in tokens: TokenResponse, for clientID: String, continuing earlier: Identity,
        signedInWith nonce: ExpectedNonce
    ) async throws -> Identity {
        var binding = IDTokenBinding(tokens)
        binding.nonce = nonce
        return try earlier.refreshed(by: try await judged(tokens, for: clientID, bound: binding).identity)
    }

    /// An ID token from the token endpoint is in no header field, and may list all the groups of a person.
    private static let longestIDToken = 256 * 1024

    private func judged(
        _ tokens: TokenResponse, for clientID: String, bound binding: IDTokenBinding
    ) async throws -> (identity: Identity, claims: Claims) {
        guard let idToken = tokens.idToken else {
            throw Refusal(
                .idTokenMissing, "the provider sent no ID token; check that it is an OpenID provider")
        }
        let token = try await verified(idToken, maximumByteCount: Self.longestIDToken)
        let judge = IDTokenJudge(clientID: clientID, provider: provider, binding: binding, times: times)
        return (try judge.identity(from: token, now: time.date()), token.claims)
    }
}

extension TokenValidator {
    /// Validates a logout token that the provider posted to a web app because a person signed out.
    ///
    /// - Throws: ``Refusal`` with one code for each rule; the web app answers it with status 400. `ServerError` and
    ///   `TransportError` where the keys cannot be fetched.
    ///
    /// OpenID Connect Back-Channel Logout 1.0 §2.6
    package func validateLogoutToken(_ token: Redacted<String>, for clientID: String) async throws -> LogoutToken {
        try LogoutTokenJudge(clientID: clientID, provider: provider, times: times)
            .logoutToken(from: try await verified(token), now: time.date())
    }
}

extension TokenValidator {
    /// Validates a response of the UserInfo endpoint.
    ///
    /// - Throws: ``Refusal`` (`claimMissing`, `subjectMismatch`; of a signed response those of its signature,
    ///   `issuerMismatch`, `audienceMismatch` and `expired`).
    ///
    /// OpenID Connect Core §5.3.4
    package func userInfo(
        _ response: UserInfoResponse, of identity: Identity, for clientID: String
    ) async throws -> UserInfo {
        let judge = UserInfoJudge(identity: identity, clientID: clientID, times: times)
        switch response {
        case .plain(let claims): return try judge.userInfo(from: claims)
        case .signed(let token):
            let names = provider.metadata.userInfoSigningAlgorithms
            let algorithms = names.isEmpty ? announced : Set(names.compactMap(SignatureAlgorithm.init(rawValue:)))
            let claims = try await verified(token, algorithms: limit.map(algorithms.intersection) ?? algorithms).claims
            return try judge.userInfo(fromSigned: claims, now: time.date())
        }
    }
}
