// SPDX-License-Identifier: Apache-2.0

import SystemCryptography

extension VerificationKey {
    /// Reads the public members of a key. RFC 7518 §6.2.1, §6.3.1, RFC 8037 §2
    init(_ members: KeyMembers) throws(JOSEError) {
        let keyType = try members.keyType()
        guard keyType != .rsa else {
            self = .rsa(try Self.rsa(members))
            return
        }
        let curve = try members.curve(of: keyType)
        var point = try members.bytes("x", count: curve.coordinateByteCount)
        if keyType == .ellipticCurve { point += try members.bytes("y", count: curve.coordinateByteCount) }
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
