// SPDX-License-Identifier: Apache-2.0
import JOSE

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
    var endpoint: FaultRule.Endpoint {
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

    /// Spoils a document.
    func spoil(_ members: inout [String: JSONValue]) {
        if self == .keysForEncryption {
            Fault.spoilKeys(of: &members, "use", .string("enc"))
        } else if self == .idTokenAsAccessToken {
            members["access_token"] = members["id_token"]
        } else {
            let (name, value) = replacement
            members[name] = value
        }
    }

    /// The member that is replaced, or removed.
    private var replacement: (name: String, value: JSONValue?) {
        switch self {
        case .wrongIssuerInMetadata: ("issuer", .string("https://another-provider.example/v2.0"))
        case .metadataWithoutTokenEndpoint: ("token_endpoint", nil)
        case .metadataWithoutDeviceEndpoint: ("device_authorization_endpoint", nil)
        case .insecureTokenEndpoint: ("token_endpoint", .string("http://another-provider.example/token"))
        case .emptyKeySet: ("keys", .array([]))
        case .keySetWithoutKeys: ("keys", nil)
        case .missingIDToken: ("id_token", nil)
        case .missingAccessToken: ("access_token", nil)
        case .missingRefreshToken: ("refresh_token", nil)
        case .wrongTokenType: ("token_type", .string("mac"))
        case .missingTokenType: ("token_type", nil)
        case .missingExpiresIn: ("expires_in", nil)
        case .malformedExpiresIn: ("expires_in", .string("soon"))
        case .unreadableUserCode: ("user_code", .string("type this, please\u{1B}[2J"))
        case .insecureVerificationURI: ("verification_uri", .string("http://another-provider.example/device"))
        case .expiredDeviceCode: ("expires_in", .number("0"))
        case .keysForEncryption, .idTokenAsAccessToken: ("", nil)
        }
    }
}

extension Fault {
    /// Puts a value into every key of a key set, or takes it out.
    static func spoilKeys(of members: inout [String: JSONValue], _ name: String, _ value: JSONValue?) {
        members["keys"] = members["keys"]?.array.map { keys in
            .array(
                keys.map { key in
                    var key = key.object ?? [:]
                    key[name] = value
                    return .object(key)
                })
        }
    }
}
