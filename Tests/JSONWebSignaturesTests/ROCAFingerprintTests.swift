// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import JSONWebSignatures

/// Private keys that can be computed in a few weeks (CVE-2017-15361).
@Suite struct ROCAFingerprintTests {
    /// The product of two 1024-bit primes by the paper's formula: `k · M + (65537^a mod M)`.
    static let weak =
        "wu_GANTtir-pTzg7Ywmhq_rpHNsxtcBoegQee3S0l7yd9AUQQ9Cv-RQOnCxi4ebfLu4QElkK9gMCCEhv4R4kKM-OC6D_GWzgAn2vreC9twA5"
        + "Fx1xlA0dErkiJv4vFUyxr4b-5EuNPYvtaYMSSTe4IwN9-nBsfAHjGr5Y5M6CpLgVuqJOVy8S7vLO3uK3tlxx41MUEBlP8s3iK-Lbu9Koze"
        + "VqG5bTeLClqJOwZPkPKQZxPMujkNaLqrw9S2XOpiW5OqSmDczllzfE16ygHIDxUk98Jkbiyek6AJZZzQjhsCSg7HbjUuLdx4CFQMj3ptsg"
        + "g6aynBYdIH5FKHDWPEtEzw"

    private static func key(_ modulus: String) -> Data {
        Data(#"{"kty":"RSA","kid":"weak","e":"AQAB","n":"\#(modulus)"}"#.utf8)
    }

    @Test func `a key with the fingerprint is refused`() {
        let error = #expect(throws: JOSEError.self) { try JSONWebKey(jsonData: Self.key(Self.weak)) }
        #expect(error?.code == .rsaModulusWeak)
    }

    @Test func `a key set skips a vulnerable key and keeps the others`() throws {
        let good = try JSONWebPrivateKey.generateRSA(keyIdentifier: "good").publicKey
        let keys = [Self.key(Self.weak), good.jsonData].map { String(decoding: $0, as: UTF8.self) }
        let set = try JSONWebKeySet(jsonData: Data(#"{"keys":[\#(keys.joined(separator: ","))]}"#.utf8))
        #expect(set.keys == [good] && set.skipped.map(\.error.code) == [.rsaModulusWeak])
    }

    @Test func `a key with one remainder that is not a power of 65537 is safe`() throws {
        let modulus = try Base64URL.decode(Self.weak)
        #expect(ROCAFingerprint.marks(modulus))
        for change in stride(from: UInt8(2), through: 40, by: 2) {
            var other = modulus
            other[other.count - 1] &+= change
            #expect(!ROCAFingerprint.marks(other), "\(change)")
        }
    }

    @Test func `keys of other makers are not marked`() throws {
        let members = try StrictJSON.object(in: RFC7515.a2Key.utf8)
        #expect(try !ROCAFingerprint.marks(Base64URL.decode(try #require(members["n"]?.string))))
    }
}
