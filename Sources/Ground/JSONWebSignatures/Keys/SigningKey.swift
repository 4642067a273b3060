// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

enum SigningKey: Sendable {
    case rsa(RSA.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)

    /// Reads the private members of a key, and checks that they match its public ones; RSA has no curve.
    ///
    /// Requires the primes of RSA and the numbers derived from them, though RFC 7518 makes them optional together.
    /// RFC 7518 §6.2.2, §6.3.2, RFC 8037 §2
    init(_ members: KeyMembers, on curve: EllipticCurve?) throws(JOSEError) {
        guard let curve else {
            let numbers = RSA.Numbers(
                n: try members.integer("n"), e: try members.integer("e"), d: try members.integer("d"),
                p: try members.integer("p"), q: try members.integer("q"), dp: try members.integer("dp"),
                dq: try members.integer("dq"), qi: try members.integer("qi"))
            guard let key = try? RSA.PrivateKey(numbers) else { throw JOSEError(.privateKeyMismatch) }
            self = .rsa(key)
            return
        }
        let secret = try members.bytes("d", count: curve.coordinateByteCount)
        guard let pair = try? curve.pair(of: secret), try members.point(on: curve).elementsEqual(pair.point) else {
            throw JOSEError(.privateKeyMismatch)
        }
        self = pair.key
    }

    /// Signs; the caller has checked that the algorithm fits the key.
    func signature(over input: some DataProtocol, by algorithm: SignatureAlgorithm) throws -> Data {
        switch self {
        case .rsa(let key):
            guard let padding = algorithm.padding else { throw JOSEError(.keyTypeMismatch) }
            return try key.signature(for: algorithm.digest(of: input), padding: padding)
        case .p256(let key): return try key.signature(for: input).rawRepresentation
        case .p384(let key): return try key.signature(for: input).rawRepresentation
        case .p521(let key): return try key.signature(for: input).rawRepresentation
        case .ed25519(let key): return try key.signature(for: input)
        }
    }
}

extension EllipticCurve {
    func pair(of secret: [UInt8]?) throws -> (key: SigningKey, point: Data, secret: Data) {
        switch self {
        case .p256:
            let key = try secret.map { try P256.Signing.PrivateKey(rawRepresentation: $0) } ?? .init()
            return (.p256(key), key.publicKey.rawRepresentation, key.rawRepresentation)
        case .p384:
            let key = try secret.map { try P384.Signing.PrivateKey(rawRepresentation: $0) } ?? .init()
            return (.p384(key), key.publicKey.rawRepresentation, key.rawRepresentation)
        case .p521:
            let key = try secret.map { try P521.Signing.PrivateKey(rawRepresentation: $0) } ?? .init()
            return (.p521(key), key.publicKey.rawRepresentation, key.rawRepresentation)
        case .ed25519:
            let key = try secret.map { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) } ?? .init()
            return (.ed25519(key), key.publicKey.rawRepresentation, key.rawRepresentation)
        }
    }
}
