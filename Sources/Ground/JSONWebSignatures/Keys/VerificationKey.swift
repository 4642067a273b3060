// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

/// A public key in the crypto library's form, made once and used for every token.
enum VerificationKey: Sendable {
    case rsa(RSA.PublicKey)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)

    var curve: EllipticCurve? {
        switch self {
        case .rsa: nil
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .ed25519: .ed25519
        }
    }

    var keyType: KeyType { curve?.keyType ?? .rsa }

    var signatureByteCount: Int {
        if case .rsa(let key) = self { return key.modulusByteCount }
        return 2 * (curve?.coordinateByteCount ?? 0)
    }

    func isValid(
        _ signature: some DataProtocol, over input: some DataProtocol, by algorithm: SignatureAlgorithm
    ) -> Bool {
        switch (self, algorithm) {
        case (.rsa(let key), _):
            algorithm.padding.map { key.isValidSignature(signature, for: algorithm.digest(of: input), padding: $0) }
                ?? false
        case (.p256(let key), .es256):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: input) } ?? false
        case (.p384(let key), .es384):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: input) } ?? false
        case (.p521(let key), .es512):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: input) } ?? false
        case (.ed25519(let key), .edDSA): key.isValidSignature(signature, for: input)
        default: false
        }
    }
}

extension VerificationKey {
    /// Reads the public members of a key. RFC 7518 §6.2.1, §6.3.1, RFC 8037 §2
    init(_ members: KeyMembers) throws(JOSEError) {
        let keyType = try members.keyType()
        guard keyType != .rsa else {
            self = .rsa(try Self.rsa(members))
            return
        }
        let curve = try members.curve(of: keyType)
        let point = try members.point(on: curve)
        do {
            self = try Self.key(at: point, on: curve)
        } catch {
            throw JOSEError(.pointNotOnCurve)
        }
    }

    private static func rsa(_ members: KeyMembers) throws(JOSEError) -> RSA.PublicKey {
        let modulus = try members.integer("n")
        let exponent = try members.integer("e")
        let modulusBitCount = modulus.count * 8 - modulus[0].leadingZeroBitCount
        guard modulusBitCount >= 2048 else { throw JOSEError(.rsaModulusTooSmall) }
        guard modulusBitCount <= 8192 else { throw JOSEError(.rsaModulusTooLarge) }
        // FIPS 186-5 §5.1 requires more than 2¹⁶; with more than 32 bits, an attacker could make each check slow.
        guard (3...4).contains(exponent.count), exponent.last.map({ $0 & 1 }) == 1 else {
            throw JOSEError(.rsaExponentInvalid)
        }
        guard !ROCAFingerprint.marks(modulus) else { throw JOSEError(.rsaModulusWeak) }
        do {
            return try RSA.PublicKey(n: modulus, e: exponent)
        } catch {
            throw JOSEError(.rsaModulusInvalid)
        }
    }

    private static func key(at point: [UInt8], on curve: EllipticCurve) throws -> VerificationKey {
        switch curve {
        case .p256: .p256(try P256.Signing.PublicKey(rawRepresentation: point))
        case .p384: .p384(try P384.Signing.PublicKey(rawRepresentation: point))
        case .p521: .p521(try P521.Signing.PublicKey(rawRepresentation: point))
        case .ed25519: .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: point))
        }
    }
}

/// Finds RSA keys of a library with weak primes: an attacker can compute the private key from the public one.
///
/// A widely used chip library made primes `k · M + (65537^a mod M)`, where `M` is the product of the first primes.
/// Modulo each of these small primes, its moduli are powers of 65537. One in two hundred million other moduli also has
/// this fingerprint. CVE-2017-15361, “The Return of Coppersmith's Attack” §2.3
enum ROCAFingerprint {
    private struct Test {
        let prime: Int
        let isPower: [Bool]

        init(_ prime: Int) {
            self.prime = prime
            var isPower = [Bool](repeating: false, count: prime)
            var power = 1
            while !isPower[power] {
                isPower[power] = true
                power = power * 65537 % prime
            }
            self.isPower = isPower
        }
    }

    /// The odd primes below 168; they divide `M` for every key size.
    private static let tests = stride(from: 3, through: 167, by: 2)
        .filter { number in stride(from: 3, to: number, by: 2).allSatisfy { number % $0 != 0 } }
        .map(Test.init)

    static func marks(_ modulus: some Sequence<UInt8>) -> Bool {
        tests.allSatisfy { test in
            test.isPower[modulus.reduce(0) { ($0 << 8 | Int($1)) % test.prime }]
        }
    }
}
