// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SignInProvider

struct ConformanceBehaviour: Sendable {
    typealias Members = [String: JSONValue]

    var metadata: @Sendable (inout Members) -> Void = { _ in }
    var claims: @Sendable (inout Members) -> Void = { _ in }
    var refreshedClaims: @Sendable (inout Members) -> Void = { _ in }
    var refreshedRefreshToken = "refresh token 1"
    /// Members of UserInfo.
    var userInfo: @Sendable (inout Members) -> Void = { _ in }
    /// Changes an ID token after signing.
    var tampering: @Sendable (String) throws -> String = { $0 }
    var otherKeys: [JSONValue] = []
    var keys = [ConformanceKeys.first]
    var leavesOutKeyNames = false
    var algorithm = SignatureAlgorithm.rs256
    var nextKey: JSONWebPrivateKey?
    var keysPath = "jwks"
    var signsUserInfo = false
    var supportedMethods = ClientAuthentication.SecretMethod.allCases
    /// The registered method; every other is refused.
    var registeredMethod = ClientAuthentication.SecretMethod.basic
    /// The method for revocation; `nil` for the registered one.
    var revocationMethod: ClientAuthentication.SecretMethod?
    /// The error code for sign-ins.
    var error: String?
}

enum ConformanceKeys {
    static let first = made { try JSONWebPrivateKey.generateRSA(keyIdentifier: "first") }
    static let second = made { try JSONWebPrivateKey.generateRSA(keyIdentifier: "second") }
    static let elliptic = made { try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "elliptic") }
    static let edwards = made { try JSONWebPrivateKey.generate(on: .ed25519, keyIdentifier: "edwards") }

    private static func made(_ make: () throws -> JSONWebPrivateKey) -> JSONWebPrivateKey {
        do { return try make() } catch { preconditionFailure("no key: \(error)") }
    }
}
