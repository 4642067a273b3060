// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import Foundation
import SystemCryptography

/// A question of a vector.
struct Question {
    private static let functions: [String: any HashFunction.Type] = [
        "SHA-1": Insecure.SHA1.self, "SHA-256": SHA256.self, "SHA-384": SHA384.self, "SHA-512": SHA512.self,
    ]
    private static let curves: [String: any NISTCurve.Type] = [
        "P-256": P256.self, "P-384": P384.self, "P-521": P521.self,
    ]
    private let words: [Substring]

    init(_ line: String) { words = line.split(separator: " ", omittingEmptySubsequences: false) }

    /// Bytes in hexadecimal digits, `valid` or `invalid`; `refused` for what our code throws.
    var answer: String {
        do { return try result() } catch { return "refused" }
    }

    private func result() throws -> String {
        switch words[0] {
        case "hash": digest(function(1))
        case "hmac": code(function(1))
        case "hkdf": derivedKey(function(1))
        case "scrypt": try passwordKey()
        case "seal": try seal()
        case "open": try open()
        case "scalar": try publicKey(curve(1))
        case "point": try point(curve(1), bytes(2))
        case "ecdsa": try verify(curve(1), function(2))
        case "ed25519": try verifyEdwards()
        case "ed25519-sign": try signEdwards()
        case "rsa": try verifyRSA(function(2))
        case "rsa-sign": try signRSA(function(1))
        case "spki": try publicKeyInfo()
        case "pem": try privateKey()
        case "pair": verdict(PEMPair.belongsTogether(text(1), text(2)))
        default: fatalError("There is no operation '\(words[0])'.")
        }
    }

    // A misspelled name must not pass for a refusal.
    private func function(_ index: Int) -> any HashFunction.Type {
        Self.functions[String(words[index])] ?? { fatalError("There is no function '\(words[index])'.") }()
    }

    private func curve(_ index: Int) -> any NISTCurve.Type {
        Self.curves[String(words[index])] ?? { fatalError("There is no curve '\(words[index])'.") }()
    }

    func number(_ index: Int) -> Int { Int(words[index]) ?? -1 }

    func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

    func verdict(_ isValid: Bool) -> String { isValid ? "valid" : "invalid" }

    func word(_ index: Int) -> Substring { words[index] }

    func bytes(_ index: Int) -> [UInt8] {
        let digits = words[index].utf8.map { $0 < UInt8(ascii: "A") ? $0 & 0xF : ($0 & 0xF) + 9 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension Sequence<UInt8> {
    var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined() }
}
#endif
