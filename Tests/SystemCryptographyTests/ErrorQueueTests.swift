// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import Foundation
import Testing

@testable import SystemCryptography

/// libssl, also within curl, reads the error queue of the thread on which it runs, and takes what is there for its own.
@Suite struct ErrorQueueTests {
    private typealias Row = (name: String, operation: () throws -> Void)

    private static func drained() -> [UInt] {
        var errors: [UInt] = []
        while case let code = ERR_get_error(), code != 0 { errors.append(code) }
        return errors
    }

    /// Leaves an error that no operation of ours would.
    private static func leaveAnError() { BIO_free(BIO_new_file("/dev/null/nothing", "r")) }

    private static func check(_ rows: [Row]) {
        for (name, operation) in rows {
            _ = drained()
            try? operation()
            #expect(drained() == [], "\(name)")
            leaveAnError()
            let older = drained()
            leaveAnError()
            try? operation()
            #expect(drained() == older && !older.isEmpty, "\(name)")
        }
    }

    private static let digest = SHA256.hash(data: Data("text".utf8))

    @Test func `what is refused leaves no error, and an older one stays`() {
        let unlabeled = OtherKeys.withEmptyPassword.replacing("ENCRYPTED ", with: "")
        Self.check([
            ("digest", { _ = PermanentHandle(EVP_MD_fetch(nil, "nothing", nil)) }),
            ("cipher", { _ = PermanentHandle(EVP_CIPHER_fetch(nil, "nothing", nil)) }),
            ("curve", { _ = PermanentHandle(tessera_ec_parameters("nothing")) }),
            ("cost", { _ = try Self.passwordKey(cost: 3) }),
            ("exponent", { _ = try RSA.PublicKey(n: [0xFF, 0xFF], e: [2]) }),
            ("number", { _ = try P256.Signing.PrivateKey(rawRepresentation: Data(count: 32)) }),
            ("point", { _ = try P384.Signing.PublicKey(rawRepresentation: Data(count: 96)) }),
            ("order", { _ = try Curve25519.Signing.PublicKey(rawRepresentation: Data(count: 32)) }),
            ("pair", { _ = PEMPair.belongsTogether("text", "text") }),
            ("encrypted", { _ = PEMPair.belongsTogether(SampleKeys.ellipticCertificate, unlabeled) }),
        ])
    }

    @Test func `a signature or a box that does not fit leaves no error, and an older one stays`() throws {
        let (key, curve, edwards) = (
            try Self.rsa().publicKey, P521.Signing.PrivateKey(), Curve25519.Signing.PrivateKey()
        )
        let short = try RSA.PublicKey(n: [UInt8](repeating: 0xFF, count: 32), e: [3])
        let signature = try P521.Signing.ECDSASignature(rawRepresentation: Data(repeating: 1, count: 132))
        let box = try AES.GCM.SealedBox(combined: Data(count: 40))
        Self.check([
            ("RS256", { _ = key.isValidSignature(Data(count: 256), for: Self.digest, padding: .pkcs1v15) }),
            ("PS256", { _ = key.isValidSignature(Data(count: 256), for: Self.digest, padding: .pss) }),
            ("short", { _ = short.isValidSignature(Data(count: 32), for: Self.digest, padding: .pss) }),
            ("ES512", { _ = curve.publicKey.isValidSignature(signature, for: Self.digest) }),
            ("EdDSA", { _ = edwards.publicKey.isValidSignature(Data(count: 64), for: Data()) }),
            ("box", { _ = try AES.GCM.open(box, using: SymmetricKey(size: .bits256), authenticating: Data()) }),
        ])
    }

    @Test func `a success leaves no error, and does not clear an earlier one`() throws {
        let (rsa, key) = (try Self.rsa(), SymmetricKey(size: .bits256))
        Self.check([
            ("HMAC", { _ = HMAC<SHA512>.authenticationCode(for: Data("text".utf8), using: key) }),
            ("scrypt", { _ = try Self.passwordKey(cost: 2) }),
            ("box", { _ = try AES.GCM.seal(Data("text".utf8), using: key, authenticating: Data()) }),
            ("RSA", { _ = try rsa.signature(for: Self.digest, padding: .pss) }),
            ("P-256", { _ = try P256.Signing.PrivateKey().signature(for: Self.digest) }),
            ("Ed25519", { _ = try Curve25519.Signing.PrivateKey().signature(for: Data()) }),
            ("pair", { _ = PEMPair.belongsTogether(SampleKeys.rsaCertificate, SampleKeys.rsa) }),
        ])
    }

    private static func passwordKey(cost: Int) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Data(), salt: Data(), outputByteCount: 1, rounds: cost, blockSize: 1, parallelism: 1)
    }

    private static func rsa() throws -> RSA.PrivateKey {
        guard case .rsa(let numbers) = try PrivateKeyNumbers(pem: SampleKeys.rsa) else {
            throw CryptographyError.invalidKey
        }
        return try RSA.PrivateKey(numbers)
    }
}
