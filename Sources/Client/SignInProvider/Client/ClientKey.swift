// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
public import PortableFoundation
import SystemCryptography

/// The private key that a client authenticates with, and the ID by which the provider knows the public key.
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
    /// The signature algorithm, as named in RFC 7518 §3.1: `RS256`, `PS256`, `ES256`, or `EdDSA`.
    package var algorithm: String { signatures.rawValue }
    private let signatures: SignatureAlgorithm
    private let key: JSONWebPrivateKey
    private let certificateThumbprint: String?

    /// Creates a key from PEM text (`-----BEGIN PRIVATE KEY-----`).
    ///
    /// - Parameters:
    ///   - pem: An unencrypted RSA key of at least 2048 bits, or a P-256 key.
    ///   - certificate: The certificate (`-----BEGIN CERTIFICATE-----`), if the provider identifies the key by it, as
    ///     Entra ID does.
    ///   - keyID: The provider's ID for the key (`kid`); by default the key's thumbprint.
    ///   - algorithm: The signature algorithm; `nil` selects `RS256` or `ES256`, depending on the key type.
    /// - Throws: ``Refusal`` (`clientKeyMalformed`).
    public init(
        pem: String, certificate: String? = nil, keyID: String? = nil, algorithm: String? = nil
    ) throws {
        guard let key = try? JSONWebPrivateKey(pem: pem, keyIdentifier: keyID) else {
            throw Self.malformed("the client's key must be an unencrypted RSA or P-256 private key in PEM")
        }
        try self.init(key, certificate: certificate, algorithm: algorithm)
    }

    /// Creates a key from a JSON Web Key.
    ///
    /// - Parameters:
    ///   - jsonWebKey: A private JSON Web Key of type RSA, P-256, or Ed25519; the client sends its `kid`.
    ///   - certificate: The certificate, if the provider identifies the key by it.
    ///   - algorithm: The signature algorithm; `nil` selects the key's `alg`, if present.
    /// - Throws: ``Refusal`` (`clientKeyMalformed`).
    ///
    /// RFC 7517 §4
    public init(jsonWebKey: Data, certificate: String? = nil, algorithm: String? = nil) throws {
        guard let key = try? JSONWebPrivateKey(jsonData: jsonWebKey) else {
            throw Self.malformed("the client's key must be a private RSA, P-256, or Ed25519 JSON Web Key")
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
        // A key may name an algorithm that no provider accepts for assertions, such as RS512; the usual one then signs.
        let known = Self.algorithms.first { $0.rawValue == name }
        guard let chosen = known ?? (algorithm == nil ? usual : nil) else {
            throw Self.malformed("the client's key can sign with RS256, PS256, ES256, or EdDSA, not with '\(name)'")
        }
        signatures = chosen
        certificateThumbprint = try certificate.map(Self.thumbprint)
        // A key that does not match the algorithm fails here rather than at the first sign-in.
        guard (try? key.signature(over: Data(), by: chosen)) != nil else {
            throw Self.malformed(
                "the client's key cannot sign with \(chosen.rawValue); choose an algorithm that matches the key")
        }
    }

    /// Every provider accepts RS256, the older padding (PKCS #1 v1.5); PS256 has the newer (PSS).
    private static let algorithms: [SignatureAlgorithm] = [.rs256, .ps256, .es256, .edDSA]

    func assertion(_ claims: [String: JSONValue]) throws -> Redacted<String> {
        let header = JWSHeader(
            algorithm: signatures, keyIdentifier: key.publicKey.keyIdentifier, type: "JWT",
            certificateSHA256Thumbprint: certificateThumbprint)
        return Redacted(try CompactJWS.sign(Array(JSONValue.object(claims).text.utf8), header: header, with: key))
    }

    /// RFC 7515 §4.1.8.
    private static func thumbprint(of certificate: String) throws -> String {
        let lines = certificate.split(whereSeparator: \.isNewline).map { $0.trimmed() }
        guard let begin = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
            let end = lines[begin...].firstIndex(of: "-----END CERTIFICATE-----"),
            let der = Data(base64Encoded: lines[(begin + 1)..<end].joined()), !der.isEmpty
        else {
            throw malformed("the client's certificate must be in PEM")
        }
        return Base64URL.encode(SHA256.hash(data: der).map(\.self))
    }

    private static func malformed(_ what: String) -> Refusal { Refusal(.clientKeyMalformed, what) }
}

extension ClientKey: CustomStringConvertible, CustomReflectable {
    /// The algorithm, without any key material.
    public var description: String { "ClientKey(\(algorithm), redacted)" }

    /// An empty mirror, so that `dump` shows no key material.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
