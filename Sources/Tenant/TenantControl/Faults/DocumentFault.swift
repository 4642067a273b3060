// SPDX-License-Identifier: Apache-2.0

/// A fault in one of the provider's documents.
///
/// ```swift
/// try await tenant.inject(.document(.emptyKeySet))
/// let refusal = await #expect(throws: Refusal.self) { try await flow.signIn(with: agent) }
/// #expect(refusal?.code == .keySetMalformed)
/// ```
public enum DocumentFault: String, Sendable, CaseIterable {
    // Metadata
    /// The metadata has a different issuer.
    case wrongIssuerInMetadata
    /// The metadata has no token endpoint.
    case metadataWithoutTokenEndpoint
    /// The metadata has no device authorization endpoint.
    case metadataWithoutDeviceEndpoint
    /// The metadata has a token endpoint with plain http on another machine.
    case insecureTokenEndpoint

    // Keys
    /// The key set is empty.
    case emptyKeySet
    /// The document has no `keys`.
    case keySetWithoutKeys
    /// The keys have the use `enc`, for encryption.
    case keysForEncryption

    // Token responses
    /// `id_token` is missing.
    case missingIDToken
    /// `access_token` is missing.
    case missingAccessToken
    /// `refresh_token` is missing.
    case missingRefreshToken
    /// `token_type` is not `Bearer`.
    case wrongTokenType
    /// `token_type` is missing.
    case missingTokenType
    /// `expires_in` is missing.
    case missingExpiresIn
    /// `expires_in` is not a number.
    case malformedExpiresIn
    /// `access_token` contains the ID token.
    case idTokenAsAccessToken

    // Device codes
    /// `user_code` is text that a user cannot type.
    case unreadableUserCode
    /// `verification_uri` has plain http on another machine.
    case insecureVerificationURI
    /// The device code is already expired.
    case expiredDeviceCode

    package var endpoint: FaultRule.Endpoint {
        switch self {
        case .wrongIssuerInMetadata, .metadataWithoutTokenEndpoint, .metadataWithoutDeviceEndpoint,
            .insecureTokenEndpoint:
            .metadata
        case .emptyKeySet, .keySetWithoutKeys, .keysForEncryption: .keys
        case .missingIDToken, .missingAccessToken, .missingRefreshToken, .wrongTokenType, .missingTokenType,
            .missingExpiresIn, .malformedExpiresIn, .idTokenAsAccessToken:
            .token
        case .unreadableUserCode, .insecureVerificationURI, .expiredDeviceCode: .deviceCode
        }
    }
}
