// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
package import OAuthMessages

/// Validates a provider's tokens; no claim is available before the signature is verified.
package struct TokenValidator: Sendable {
    package let provider: IdentityProvider
    package let times: TimeRules
    package let time: TimeSource
    private let idTokenAlgorithm: String?
    /// `nil` sets no limit.
    private let limit: Set<SignatureAlgorithm>?

    /// Computed when needed, because access tokens do not need it.
    var announced: Set<SignatureAlgorithm> {
        let named = Set(provider.metadata.idTokenSigningAlgorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
        return limit.map(named.intersection) ?? named
    }

    private var expected: Set<SignatureAlgorithm> {
        idTokenAlgorithm.map { Set([$0].compactMap(SignatureAlgorithm.init(rawValue:))) } ?? announced
    }

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

    package init(_ provider: IdentityProvider, for registration: ClientRegistration, time: TimeSource) {
        self.init(
            provider, idTokenAlgorithm: registration.idTokenAlgorithm,
            limitedTo: registration.allowedAlgorithms, time: time)
    }

    /// - Returns: A token with a verified signature, but unchecked claims.
    /// - Throws: ``Refusal`` (`tokenMalformed`, `algorithmNotAllowed`, `keyUnknown`, `keySetMalformed`,
    ///   `keySetMissing`, `signatureInvalid`, `keyIssuerMismatch`); `ServerError`; `TransportError`.
    package func verified(
        _ token: Redacted<String>, algorithms: Set<SignatureAlgorithm>? = nil,
        maximumByteCount: Int = CompactJWS.maximumByteCount
    ) async throws -> VerifiedToken {
        try await verified(
            UnverifiedToken(token, accepting: algorithms ?? expected, maximumByteCount: maximumByteCount))
    }

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
    package func validateIDToken(
        in tokens: TokenResponse, answering response: AuthorizationResponse
    ) async throws -> Identity {
        try await judged(
            tokens, for: response.request.clientID, bound: IDTokenBinding(tokens, answering: response)
        ).identity
    }

    /// Validates the ID token of a device code.
    ///
    /// It needs no `nonce`, which binds an ID token to a browser request: the token endpoint sends the token directly
    /// to the client, which alone has the device code. A refresh may repeat the returned nonce. RFC 8628
    package func validateIDToken(
        ofDeviceCode tokens: TokenResponse, for clientID: String
    ) async throws -> (identity: Identity, nonce: Redacted<String>?) {
        let (identity, claims) = try await judged(tokens, for: clientID, bound: IDTokenBinding(tokens))
        return (identity, claims.string("nonce").map { Redacted($0) })
    }

    /// OpenID Connect Core §12.2.
    package func validateRefreshedIDToken(
        in tokens: TokenResponse, for clientID: String, continuing earlier: Identity,
        signedInWith nonce: ExpectedNonce
    ) async throws -> Identity {
        var binding = IDTokenBinding(tokens)
        binding.nonce = nonce
        return try earlier.refreshed(by: try await judged(tokens, for: clientID, bound: binding).identity)
    }

    /// In bytes; an ID token from the token endpoint is in no header field, and may list all of a user's groups.
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
    /// The web app responds to each ``Refusal`` with status 400. OpenID Connect Back-Channel Logout 1.0 §2.6
    package func validateLogoutToken(_ token: Redacted<String>, for clientID: String) async throws -> LogoutToken {
        try LogoutTokenJudge(clientID: clientID, provider: provider, times: times)
            .logoutToken(from: try await verified(token), now: time.date())
    }
}

extension TokenValidator {
    /// OpenID Connect Core §5.3.4.
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
