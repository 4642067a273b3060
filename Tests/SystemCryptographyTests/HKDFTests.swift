// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography
import Testing

@Suite struct HKDFTests {
    // RFC 5869 §A.1, §A.2, §A.3
    @Test func `the keys of RFC 5869 are derived`() {
        let secret = SymmetricKey(data: [UInt8](repeating: 0x0b, count: 22))
        let first = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret, salt: bytes("000102030405060708090a0b0c"), info: bytes("f0f1f2f3f4f5f6f7f8f9"),
            outputByteCount: 42)
        #expect(
            first.withUnsafeBytes { $0.hexadecimal }
                == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
        let long = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Array(0x00...0x4f) as [UInt8]), salt: Array(0x60...0xaf) as [UInt8],
            info: Array(0xb0...0xff) as [UInt8], outputByteCount: 82)
        #expect(
            long.withUnsafeBytes { $0.hexadecimal }
                == "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87")
        let bare = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data(), outputByteCount: 42)
        #expect(
            bare.withUnsafeBytes { $0.hexadecimal }
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    }

    /// Made by Python's `cryptography`: around the end of the first block.
    @Test(arguments: [
        (0, ""), (1, "f8"), (31, "f8376940d73135b5192c4ce1f82fb835766e29d5459e4026f9b544f103fb72"),
        (32, "f8376940d73135b5192c4ce1f82fb835766e29d5459e4026f9b544f103fb72e4"),
        (33, "f8376940d73135b5192c4ce1f82fb835766e29d5459e4026f9b544f103fb72e4a9"),
    ])
    func `a key may end anywhere in a block`(_ count: Int, _ key: String) {
        #expect(Self.expanded(SHA256.self, count).withUnsafeBytes { $0.hexadecimal } == key)
    }

    /// Made by Python's `cryptography`, as its SHA-256. RFC 5869 §2.3
    @Test func `the longest key has 255 blocks`() {
        let longest = Self.expanded(SHA256.self, 255 * 32).withUnsafeBytes { SHA256.hash(data: Array($0)) }
        #expect(longest.hexadecimal == "d3af655aa3e132ca7cf8c27dd8864259ef29a62b3723adf55d9d1df361313efd")
        let longer = Self.expanded(SHA512.self, 255 * 64).withUnsafeBytes { SHA256.hash(data: Array($0)) }
        #expect(longer.hexadecimal == "f16e9e840371e425e2f326ddf6c629e08ba97269511fdcae57ff51895f319758")
    }

    @Test func `a key of more than 255 blocks ends the process`() async {
        await #expect(processExitsWith: .failure) { _ = HKDFTests.expanded(SHA256.self, 255 * 32 + 1) }
    }

    fileprivate static func expanded<Function: HashFunction>(_: Function.Type, _ count: Int) -> SymmetricKey {
        HKDF<Function>.expand(pseudoRandomKey: Data(0..<32), info: Data("purpose".utf8), outputByteCount: count)
    }
}
