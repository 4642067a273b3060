// SPDX-License-Identifier: Apache-2.0
public import Foundation
import JOSE
import OAuth
import SystemCryptography

/// The private key with which a client authenticates, and the name that the provider has for the public key.
///
/// ```swift
/// let key = try ClientKey(
///     pem: String(contentsOf: keyFile, encoding: .utf8),
///     certificate: String(contentsOf: certificateFile, encoding: .utf8))
/// registration.authentication = .privateKeyJWT(key)
/// ```
///
/// RFC 7523 §3, OpenID Connect Core §9 (`private_key_jwt`)
public struct ClientKey: Sendable {
    /// The name of its signatures' algorithm, of RFC 7518 §3.1: `RS256`, `PS256`, `ES256` or `EdDSA`.
    public var algorithm: String { signatures.rawValue }
    private let signatures: SignatureAlgorithm
    private let key: JSONWebPrivateKey
    private let certificateThumbprint: String?

    /// Reads a key in the text form of other tools, as `-----BEGIN PRIVATE KEY-----`.
    ///
    /// - Parameters:
    ///   - pem: An RSA key of 2048 bits or more, or a key on P-256; not encrypted.
    ///   - certificate: The certificate, as `-----BEGIN CERTIFICATE-----`, if the provider knows the key by it, as
    ///     Entra ID does.
    ///   - keyID: The name (`kid`) under which the provider knows the key; its thumbprint unless given.
    ///   - algorithm: The signature algorithm, by its name; `nil` takes `RS256` or `ES256`, as the key's type requires.
    /// - Throws: ``Refusal`` (`clientKeyMalformed`).
    public init(
        pem: String, certificate: String? = nil, keyID: String? = nil, algorithm: String? = nil
    ) throws {
        guard let key = try? JSONWebPrivateKey(pem: pem, keyIdentifier: keyID) else {
            throw Self.malformed("the client's key must be an unencrypted private key in PEM, of RSA or on P-256")
        }
        try self.init(key, certificate: certificate, algorithm: algorithm)
    }

    /// Reads a key in JSON.
    ///
    /// - Parameters:
    ///   - jsonWebKey: A private JSON Web Key of RSA, on P-256 or on Ed25519; the client sends its `kid`.
    ///   - certificate: As for the other form.
    ///   - algorithm: As for the other form; `nil` takes the key's `alg`, if it has one.
    /// - Throws: ``Refusal`` (`clientKeyMalformed`).
    ///
    /// RFC 7517 §4
    public init(jsonWebKey: Data, certificate: String? = nil, algorithm: String? = nil) throws {
        guard let key = try? JSONWebPrivateKey(jsonData: jsonWebKey) else {
            throw Self.malformed("the client's key must be a private JSON Web Key of RSA, on P-256 or on Ed25519")
        }
        try self.init(key, certificate: certificate, algorithm: algorithm)
    }

    private init(_ key: JSONWebPrivateKey, certificate: String?, algorithm: String?) throws {
        self.key = key
        let usual: SignatureAlgorithm =
            switch key.publicKey.keyType {
            case .rsa: .rs256
            case .ellipticCurve: .es256
            case .octetKeyPair: .edDSA
            }
        let name = algorithm ?? key.publicKey.algorithm.map(\.rawValue) ?? usual.rawValue
        // A key may name an algorithm that no provider takes for assertions, such as RS512; then the usual one signs.
        let known = Self.algorithms.first { $0.rawValue == name }
        guard let chosen = known ?? (algorithm == nil ? usual : nil) else {
            throw Self.malformed("the client's key signs with RS256, PS256, ES256 or EdDSA, and not with '\(name)'")
        }
        signatures = chosen
        certificateThumbprint = try certificate.map(Self.thumbprint)
        // A key that does not fit the algorithm fails here, and not at the first sign-in.
        guard (try? key.signature(over: Data(), by: chosen)) != nil else {
            throw Self.malformed(
                "the client's key cannot sign with \(chosen.rawValue); choose an algorithm that fits it")
        }
    }

    /// RSA with the older padding (PKCS #1 v1.5), which every provider accepts, RSA with the newer (PSS), ECDSA on
    /// P-256, and EdDSA on Ed25519.
    private static let algorithms: [SignatureAlgorithm] = [.rs256, .ps256, .es256, .edDSA]

    /// Signs claims as a client assertion.
    func assertion(_ claims: [String: JSONValue]) throws -> Redacted<String> {
        let header = JWSHeader(
            algorithm: signatures, keyIdentifier: key.publicKey.keyIdentifier, type: "JWT",
            certificateSHA256Thumbprint: certificateThumbprint)
        return Redacted(try CompactJWS.sign(Array(JSONValue.object(claims).text.utf8), header: header, with: key))
    }

    /// The certificate's hash, as RFC 7515 §4.1.8 defines it.
    private static func thumbprint(of certificate: String) throws -> String {
        let lines = certificate.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let begin = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
            let end = lines[begin...].firstIndex(of: "-----END CERTIFICATE-----"),
            let der = Data(base64Encoded: lines[(begin + 1)..<end].joined()), !der.isEmpty
        else {
            throw malformed("the client's certificate must be in PEM")
        }
        return Base64URL.encode(SHA256.hash(data: der).map(\.self))
    }

    private static func malformed(_ what: String) -> Refusal {
        Refusal(.clientKeyMalformed, what)
    }
}

extension ClientKey: CustomStringConvertible, CustomReflectable {
    /// The algorithm; never anything of the key.
    public var description: String { "ClientKey(\(algorithm), redacted)" }

    /// Empty, so that `dump` shows nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
