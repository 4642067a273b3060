// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SignInProvider

/// In what a provider differs from one that does everything right.
struct ConformanceBehaviour: Sendable {
    typealias Members = [String: JSONValue]

    /// What it says of itself.
    var metadata: @Sendable (inout Members) -> Void = { _ in }
    /// What its ID tokens say.
    var claims: @Sendable (inout Members) -> Void = { _ in }
    /// What the ID tokens of a refresh say besides.
    var refreshedClaims: @Sendable (inout Members) -> Void = { _ in }
    /// The refresh token that a refresh gives.
    var refreshedRefreshToken = "refresh token 1"
    /// What it tells about the person.
    var userInfo: @Sendable (inout Members) -> Void = { _ in }
    /// What becomes of an ID token once it is signed.
    var tampering: @Sendable (String) throws -> String = { $0 }
    /// What it publishes beside its keys.
    var otherKeys: [JSONValue] = []
    /// The keys that it signs with, the newest last.
    var keys = [ConformanceKeys.first]
    /// Whether tokens and keys go without names.
    var leavesOutKeyNames = false
    /// The algorithm of its signatures.
    var algorithm = SignatureAlgorithm.rs256
    /// The key with which it replaces all others just before it signs.
    var nextKey: JSONWebPrivateKey?
    /// Where its keys are.
    var keysPath = "jwks"
    /// Whether what it tells about the person is signed.
    var signsUserInfo = false
    /// The ways of sending a secret that it advertises.
    var supportedMethods = ClientAuthentication.SecretMethod.allCases
    /// The way for which the client is registered; every other is refused.
    var registeredMethod = ClientAuthentication.SecretMethod.basic
    /// The way that revocation accepts; `nil` for that of the registration.
    var revocationMethod: ClientAuthentication.SecretMethod?
    /// The error that it answers sign-ins with.
    var error: String?
}

/// Keys that are made once in each run.
enum ConformanceKeys {
    static let first = made { try JSONWebPrivateKey.generateRSA(keyIdentifier: "first") }
    static let second = made { try JSONWebPrivateKey.generateRSA(keyIdentifier: "second") }
    static let elliptic = made { try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "elliptic") }
    static let edwards = made { try JSONWebPrivateKey.generate(on: .ed25519, keyIdentifier: "edwards") }

    private static func made(_ make: () throws -> JSONWebPrivateKey) -> JSONWebPrivateKey {
        do { return try make() } catch { preconditionFailure("no key: \(error)") }
    }
}
