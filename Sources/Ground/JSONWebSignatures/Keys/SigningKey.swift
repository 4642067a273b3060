// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

/// A private key in the crypto library's form.
enum SigningKey: Sendable {
    case rsa(RSA.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)

    /// Signs; the caller has checked that the algorithm fits the key.
    func signature(over input: some DataProtocol, by algorithm: SignatureAlgorithm) throws -> Data {
        switch self {
        case .rsa(let key):
            guard let scheme = RSAScheme(algorithm) else { throw JOSEError(.keyTypeMismatch) }
            return try Self.signature(over: input, by: scheme, with: key)
        case .p256(let key): return try key.signature(for: SHA256.hash(data: input)).rawRepresentation
        case .p384(let key): return try key.signature(for: SHA384.hash(data: input)).rawRepresentation
        case .p521(let key): return try key.signature(for: SHA512.hash(data: input)).rawRepresentation
        case .ed25519(let key): return try key.signature(for: input)
        }
    }

    private static func signature(
        over input: some DataProtocol, by scheme: RSAScheme, with key: RSA.PrivateKey
    ) throws -> Data {
        let padding = scheme.padding
        return switch scheme.digest {
        case .sha256: try key.signature(for: SHA256.hash(data: input), padding: padding)
        case .sha384: try key.signature(for: SHA384.hash(data: input), padding: padding)
        case .sha512: try key.signature(for: SHA512.hash(data: input), padding: padding)
        }
    }
}

extension SigningKey {
    /// Reads the private members of a key, and checks that they belong to its public ones.
    ///
    /// RFC 7518 §6.2.2, §6.3.2, RFC 8037 §2
    init(_ members: KeyMembers, matching publicKey: VerificationKey) throws(JOSEError) {
        switch publicKey {
        case .rsa: self = .rsa(try Self.rsa(members))
        case .p256(let publicKey):
            let scalar = try members.bytes("d", count: EllipticCurve.p256.coordinateByteCount)
            let key = try Self.matching { try P256.Signing.PrivateKey(rawRepresentation: scalar) }
            try Self.check(key.publicKey.rawRepresentation == publicKey.rawRepresentation)
            self = .p256(key)
        case .p384(let publicKey):
            let scalar = try members.bytes("d", count: EllipticCurve.p384.coordinateByteCount)
            let key = try Self.matching { try P384.Signing.PrivateKey(rawRepresentation: scalar) }
            try Self.check(key.publicKey.rawRepresentation == publicKey.rawRepresentation)
            self = .p384(key)
        case .p521(let publicKey):
            let scalar = try members.bytes("d", count: EllipticCurve.p521.coordinateByteCount)
            let key = try Self.matching { try P521.Signing.PrivateKey(rawRepresentation: scalar) }
            try Self.check(key.publicKey.rawRepresentation == publicKey.rawRepresentation)
            self = .p521(key)
        case .ed25519(let publicKey):
            let seed = try members.bytes("d", count: EllipticCurve.ed25519.coordinateByteCount)
            let key = try Self.matching { try Curve25519.Signing.PrivateKey(rawRepresentation: seed) }
            try Self.check(key.publicKey.rawRepresentation == publicKey.rawRepresentation)
            self = .ed25519(key)
        }
    }

    /// The primes and what follows from them are required, though RFC 7518 makes all of them optional together.
    private static func rsa(_ members: KeyMembers) throws(JOSEError) -> RSA.PrivateKey {
        let numbers = RSA.Numbers(
            n: try members.integer("n"), e: try members.integer("e"), d: try members.integer("d"),
            p: try members.integer("p"), q: try members.integer("q"), dp: try members.integer("dp"),
            dq: try members.integer("dq"), qi: try members.integer("qi"))
        return try matching { try RSA.PrivateKey(numbers) }
    }

    private static func matching<Key>(_ makeKey: () throws -> Key) throws(JOSEError) -> Key {
        do { return try makeKey() } catch { throw JOSEError(.privateKeyMismatch) }
    }

    private static func check(_ matches: Bool) throws(JOSEError) {
        guard matches else { throw JOSEError(.privateKeyMismatch) }
    }
}
