// SPDX-License-Identifier: Apache-2.0
public import Foundation
import JOSE
public import OAuth

/// Decides whether a provider's token is believed.
///
/// No claim leaves it before the signature holds.
public struct TokenValidator: Sendable {
    private let provider: IdentityProvider
    private let times: TimeRules
    private let now: @Sendable () -> Date

    /// Creates a validator of one provider's tokens.
    ///
    /// - Parameters:
    ///   - provider: Who must have signed.
    ///   - times: How far clocks may differ.
    ///   - now: The clock.
    public init(
        _ provider: IdentityProvider, times: TimeRules = TimeRules(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.provider = provider
        self.times = times
        self.now = now
    }

    /// Validates the ID token that came with a code.
    ///
    /// - Parameters:
    ///   - idToken: The token; `nil` if the provider sent none, which is refused.
    ///   - request: The request whose `nonce` it must carry.
    /// - Returns: Who signed in.
    /// - Throws: ``Refusal``: `idTokenMissing`, and one code for each rule of OpenID Connect Core §3.1.3.7.
    public func identity(
        of idToken: Redacted<String>?, answering request: AuthorizationRequest
    ) async throws -> Identity {
        guard let idToken else { throw Self.idTokenMissing }
        return try await identity(of: idToken, for: request.clientID, nonce: request.nonce)
    }

    /// Validates the ID token that came with a device code.
    ///
    /// There is no `nonce` to demand: it ties an ID token to the request that a browser carried, and here no browser
    /// carries anything. The token comes straight from the token endpoint, to the one who alone knows the device code.
    ///
    /// - Throws: ``Refusal``: `idTokenMissing`, and one code for each other rule.
    ///
    /// RFC 8628, OpenID Connect Core §3.1.3.7
    package func identity(ofDeviceCode idToken: Redacted<String>?, for clientID: String) async throws -> Identity {
        guard let idToken else { throw Self.idTokenMissing }
        return try await identity(of: idToken, for: clientID, nonce: nil)
    }

    /// Validates an ID token that came with a refresh.
    ///
    /// - Throws: ``Refusal``; `subjectMismatch` if it speaks of another person. OpenID Connect Core §12.2
    package func identity(
        of idToken: Redacted<String>, for clientID: String, continuing earlier: Identity
    ) async throws -> Identity {
        let identity = try await identity(of: idToken, for: clientID, nonce: nil)
        try earlier.checkContinued(by: identity)
        return identity
    }

    /// Validates an access token at the API that it was sent to.
    ///
    /// - Parameters:
    ///   - accessToken: The token from the `Authorization` field.
    ///   - rules: For whom it must be.
    /// - Returns: The caller and their rights.
    /// - Throws: ``Refusal`` with one code for each check.
    public func accessToken(
        _ accessToken: Redacted<String>, under rules: AccessTokenRules
    ) async throws -> AccessToken {
        let claims = try await verifiedClaims(of: accessToken, algorithms: Self.accepted)
        return try rules.accessToken(from: claims, provider: provider, times: times, now: now())
    }

    private func identity(
        of idToken: Redacted<String>, for clientID: String, nonce: Redacted<String>?
    ) async throws -> Identity {
        let announced = Set(
            provider.metadata.idTokenSigningAlgorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
        let claims = try await verifiedClaims(of: idToken, algorithms: announced)
        let rules = IDTokenRules(
            clientID: clientID, provider: provider.metadata, rules: provider.rules, nonce: nonce, times: times)
        return try rules.identity(from: claims, now: now())
    }

    private static let idTokenMissing = Refusal(
        .idTokenMissing, "the provider did not say who signed in; is this an OpenID provider?")

    /// Metadata names no algorithms for access tokens; every one here is asymmetric and fits only its own kind of key.
    private static let accepted = Set(SignatureAlgorithm.allCases)

    private func verifiedClaims(
        of token: Redacted<String>, algorithms: Set<SignatureAlgorithm>
    ) async throws -> Claims {
        do {
            let unverified = try UnverifiedJWS(token.revealed, accepting: algorithms)
            let key = try await provider.keys.key(for: unverified.header)
            let claims = try Claims(payload: try unverified.verified(with: key).payload)
            try provider.check(key, maySign: claims)
            return claims
        } catch let error as JOSEError {
            throw Refusal(explaining: error)
        }
    }
}
