// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a document of the provider.
public enum DocumentFault: String, Sendable, CaseIterable {
    // Metadata
    /// The metadata speaks for another issuer.
    case wrongIssuerInMetadata
    /// The metadata names no token endpoint.
    case metadataWithoutTokenEndpoint
    /// The metadata names no endpoint for device codes.
    case metadataWithoutDeviceEndpoint
    /// The metadata leads to plain http on another machine.
    case insecureTokenEndpoint

    // Keys
    /// The key set holds no key.
    case emptyKeySet
    /// The document is no key set.
    case keySetWithoutKeys
    /// The keys are for encryption.
    case keysForEncryption

    // Token responses
    /// There is no ID token.
    case missingIDToken
    /// There is no access token.
    case missingAccessToken
    /// There is no refresh token.
    case missingRefreshToken
    /// The token is not to be presented as `Bearer`.
    case wrongTokenType
    /// Nobody says how the token is to be presented.
    case missingTokenType
    /// Nobody says how long the token is good.
    case missingExpiresIn
    /// How long the token is good is no number.
    case malformedExpiresIn
    /// The ID token stands in the place of the access token.
    case idTokenAsAccessToken

    // Device codes
    /// There is no code that a person could type.
    case unreadableUserCode
    /// The person is led to plain http on another machine.
    case insecureVerificationURI
    /// The device code has ended already.
    case expiredDeviceCode

    /// The endpoint whose answer it is about.
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
