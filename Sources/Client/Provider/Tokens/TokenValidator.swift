// SPDX-License-Identifier: Apache-2.0
public import Foundation
import JOSE
public import OAuth

/// Validates the tokens of a provider.
///
/// No claim leaves it before the signature is verified.
public struct TokenValidator: Sendable {
    let provider: IdentityProvider
    let times: TimeRules
    let now: @Sendable () -> Date
    /// The algorithms that the metadata announces for ID tokens.
    let announced: Set<SignatureAlgorithm>
    /// The accepted algorithms of ID tokens and logout tokens.
    private let expected: Set<SignatureAlgorithm>

    /// Creates a validator of one provider's tokens.
    ///
    /// - Parameters:
    ///   - provider: The provider that must have signed.
    ///   - idTokenAlgorithm: The algorithm of ID tokens and logout tokens, as ``ClientRegistration/idTokenAlgorithm``.
    ///   - times: How far clocks may differ; the provider's rules decide unless given.
    ///   - now: The clock.
    public init(
        _ provider: IdentityProvider, idTokenAlgorithm: String? = nil, times: TimeRules? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.provider = provider
        self.times = times ?? provider.rules.times
        self.now = now
        announced = Set(provider.metadata.idTokenSigningAlgorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
        expected = idTokenAlgorithm.map { Set([$0].compactMap(SignatureAlgorithm.init(rawValue:))) } ?? announced
    }

    /// Validates an access token at the API that it was sent to.
    ///
    /// - Parameters:
    ///   - accessToken: The token from the `Authorization` field.
    ///   - rules: The API's requirements.
    /// - Returns: The caller and their rights.
    /// - Throws: ``Refusal`` with one code for each check; `ServerError` or `TransportError` where the keys cannot be
    ///   fetched: answer 503 then, and not 401.
    public func accessToken(
        _ accessToken: Redacted<String>, under rules: AccessTokenRules
    ) async throws -> AccessToken {
        let token = try await verified(accessToken, algorithms: Self.accepted)
        guard token.type != "logout+jwt" else {
            throw Refusal(.notAnAccessToken, "a logout token opens no API; send an access token")
        }
        return try rules.accessToken(from: token, provider: provider, times: times, now: now())
    }

    /// Metadata names no algorithms for access tokens; every one here is asymmetric and fits only its own kind of key.
    private static let accepted = Set(SignatureAlgorithm.allCases)

    /// Checks the signature of a token that the provider issued.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - algorithms: The accepted algorithms; unless given, those of ID tokens.
    ///   - maximumByteCount: The longest accepted token.
    /// - Returns: The token, with a good signature and claims not yet judged.
    /// - Throws: ``Refusal`` (`tokenMalformed`, `algorithmNotAllowed`, `keyUnknown`, `keySetMalformed`,
    ///   `keySetMissing`, `signatureInvalid`, `keyIssuerMismatch`); `ServerError`; `TransportError`.
    func verified(
        _ token: Redacted<String>, algorithms: Set<SignatureAlgorithm>? = nil,
        maximumByteCount: Int = CompactJWS.maximumByteCount
    ) async throws -> VerifiedToken {
        do {
            let unverified = try UnverifiedJWS(
                token.revealed, accepting: algorithms ?? expected, maximumByteCount: maximumByteCount)
            let key = try await provider.keys.key(for: unverified.header)
            do {
                return try verified(unverified, with: key)
            } catch let error as JOSEError
                where error.code == .signatureInvalid && unverified.header.keyIdentifier == nil
            {
                guard let changed = await provider.keys.changedKey(for: unverified.header, from: key) else {
                    throw error
                }
                return try verified(unverified, with: changed)
            }
        } catch let error as JOSEError {
            throw Refusal(explaining: error)
        }
    }

    private func verified(_ token: UnverifiedJWS, with key: JSONWebKey) throws -> VerifiedToken {
        let verified = try token.verified(with: key)
        let claims = try Claims(payload: verified.payload)
        try provider.check(key, maySign: claims)
        return VerifiedToken(header: verified.header, claims: claims)
    }
}
