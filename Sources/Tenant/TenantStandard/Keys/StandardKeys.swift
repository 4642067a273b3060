// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import Synchronization
import TenantDirectory

/// The tenant's key ring for RSA, and one key for each other algorithm.
package struct StandardKeys: Sendable {
    let nonceKey: [UInt8]
    private let ring: KeyRing
    private let named = NamedKeys()
    private let es256: JSONWebPrivateKey
    private let edDSA: JSONWebPrivateKey

    /// The ring's keys serve `RS256` and `PS256` under separate key ids, so that every published key has one algorithm.
    init(ring: KeyRing, in database: TenantDatabase, random: RandomSource) throws {
        self.ring = ring
        es256 = try Self.kept("standard provider ES256 key", on: .p256, for: .es256, in: database)
        edDSA = try Self.kept("standard provider EdDSA key", on: .ed25519, for: .edDSA, in: database)
        nonceKey = try database.secret("standard provider nonce key") { random.bytes(32) }
    }

    private static func kept(
        _ name: String, on curve: EllipticCurve, for algorithm: SignatureAlgorithm, in database: TenantDatabase
    ) throws -> JSONWebPrivateKey {
        let data = try database.secret(name) {
            Array(try JSONWebPrivateKey.generate(on: curve, algorithm: algorithm).privateJSONData)
        }
        return try JSONWebPrivateKey(jsonData: data)
    }

    private func key(_ algorithm: TokenAlgorithm) throws -> JSONWebPrivateKey {
        switch algorithm {
        case .rs256, .ps256: try named.key(of: ring.signing, for: algorithm.signature)
        case .es256: es256
        case .edDSA: edDSA
        }
    }

    private var all: [JSONWebPrivateKey] {
        get throws {
            try ring.published.flatMap { key in
                try [.rs256, .ps256].map { try named.key(of: key, for: $0) }
            } + [es256, edDSA]
        }
    }

    /// RFC 7517 §5.
    var published: JSONWebKeySet { get throws { JSONWebKeySet(try all.map(\.publicKey)) } }

    package func key(of token: String) -> JSONWebPrivateKey? {
        guard let unverified = try? UnverifiedJWS(token, accepting: Set(TokenAlgorithm.allCases.map(\.signature)))
        else { return nil }
        return try? all.first { $0.publicKey.keyIdentifier == unverified.header.keyIdentifier }
    }

    /// The type prevents confusion between kinds of tokens. RFC 8725 §3.11
    func sign(_ claims: [String: JSONValue], by algorithm: TokenAlgorithm, type: String?) throws -> String {
        let key = try key(algorithm)
        let header = JWSHeader(algorithm: algorithm.signature, keyIdentifier: key.publicKey.keyIdentifier, type: type)
        return try CompactJWS.sign(JSONValue.object(claims).text.utf8, header: header, with: key)
    }

    /// Returns `nil` for a token of another type, or with an invalid signature.
    func claims(of token: String, type: String) -> [String: JSONValue]? {
        guard let unverified = try? UnverifiedJWS(token, accepting: Set(TokenAlgorithm.allCases.map(\.signature))),
            unverified.header.type == type, let key = try? published.key(for: unverified.header),
            let verified = try? unverified.verified(with: key)
        else { return nil }
        return try? StrictJSON.object(in: verified.payload)
    }
}

/// The keys of a ring under a key id for each algorithm; cached, because parsing an RSA key is slow.
final class NamedKeys: Sendable {
    private let keys = Mutex<[String: JSONWebPrivateKey]>([:])

    func key(of ringKey: RingKey, for algorithm: SignatureAlgorithm) throws -> JSONWebPrivateKey {
        let name = "\(ringKey.privateKey.publicKey.thumbprint)-\(algorithm.rawValue.lowercased())"
        if let key = keys.withLock({ $0[name] }) { return key }
        var members = try StrictJSON.object(in: ringKey.privateKey.privateJSONData)
        members["kid"] = .string(name)
        members["alg"] = .string(algorithm.rawValue)
        members["use"] = .string("sig")
        let key = try JSONWebPrivateKey(jsonData: JSONValue.object(members).text.utf8)
        keys.withLock { $0[name] = key }
        return key
    }
}
