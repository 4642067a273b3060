// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import Foundation
import SystemCryptography

extension Question {
    func digest<Function: HashFunction>(_: Function.Type) -> String { Function.hash(data: bytes(2)).hexadecimal }

    func code<Function: HashFunction>(_: Function.Type) -> String {
        HMAC<Function>.authenticationCode(for: bytes(3), using: SymmetricKey(data: bytes(2))).hexadecimal
    }

    func derivedKey<Function: HashFunction>(_: Function.Type) -> String {
        let secret = SymmetricKey(data: bytes(2))
        return HKDF<Function>.deriveKey(
            inputKeyMaterial: secret, salt: bytes(3), info: bytes(4), outputByteCount: number(5)
        ).withUnsafeBytes { $0.hexadecimal }
    }

    func passwordKey() throws -> String {
        try KDF.Scrypt.deriveKey(
            from: Data(bytes(1)), salt: Data(bytes(2)), outputByteCount: number(6), rounds: number(3),
            blockSize: number(4), parallelism: number(5)
        ).withUnsafeBytes { $0.hexadecimal }
    }

    func seal() throws -> String {
        let nonce = try AES.GCM.Nonce(data: bytes(2))
        let key = SymmetricKey(data: bytes(1))
        let box = try AES.GCM.seal(bytes(4), using: key, nonce: nonce, authenticating: bytes(3))
        return (box.ciphertext + box.tag).hexadecimal
    }

    func open() throws -> String {
        let nonce = try AES.GCM.Nonce(data: bytes(2))
        let box = try AES.GCM.SealedBox(combined: Array(nonce) + bytes(4))
        return try AES.GCM.open(box, using: SymmetricKey(data: bytes(1)), authenticating: bytes(3)).hexadecimal
    }
}
#endif
