// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import SystemCryptography
import Testing

extension Sequence<UInt8> {
    var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined() }
}

func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal.filter { !$0.isWhitespace })
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
}

@Suite struct DigestTests {
    // FIPS 180-4, the example "abc"
    @Test func `the digests of the standard are made`() {
        let abc = Array("abc".utf8)
        #expect(Insecure.SHA1.hash(data: abc).hexadecimal == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            SHA256.hash(data: abc).hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            SHA384.hash(data: abc).hexadecimal
                == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")
        #expect(
            SHA512.hash(data: abc).hexadecimal
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
        #expect("\(SHA256.hash(data: abc))".hasPrefix("SHA256Digest: ba7816bf"))
    }

    @Test func `bytes in parts, in slices and in regions have the digest of the whole`() {
        let whole = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let digest = SHA256.hash(data: whole)
        var function = SHA256()
        for part in stride(from: 0, to: 1000, by: 64) { function.update(data: whole[part..<min(part + 64, 1000)]) }
        #expect(function.finalize() == digest)
        var regions = DispatchData.empty
        for part in stride(from: 0, to: 1000, by: 100) {
            whole[part..<part + 100].withUnsafeBytes { regions.append(DispatchData(bytes: $0)) }
        }
        #expect(regions.regions.count > 1 && SHA256.hash(data: regions) == digest)
        let key = SymmetricKey(data: whole)
        #expect(
            HMAC<SHA256>.authenticationCode(for: regions, using: key)
                == HMAC<SHA256>.authenticationCode(for: whole, using: key))
        #expect(SHA256.hash(data: [UInt8]()) == SHA256().finalize() && SHA256.hash(data: Data()) == SHA256().finalize())
        #expect(whole.withUnsafeBytes { SHA256.hash(data: $0) } == digest)
    }

    @Test func `copies of a digest under way go on separately, and its end is not the end`() {
        var one = SHA512()
        one.update(data: Data("a".utf8))
        var other = one
        other.update(data: Data("b".utf8))
        #expect(one.finalize() == SHA512.hash(data: Data("a".utf8)))
        #expect(other.finalize() == SHA512.hash(data: Data("ab".utf8)))
        one.update(data: Data("c".utf8))
        #expect(one.finalize() == SHA512.hash(data: Data("ac".utf8)))
    }

    @Test func `a digest is a key of a dictionary`() {
        let keyed = Dictionary(uniqueKeysWithValues: (0..<100).map { (SHA256.hash(data: [UInt8($0)]), $0) })
        #expect(keyed[SHA256.hash(data: [UInt8(7)])] == 7 && keyed[SHA256.hash(data: [UInt8(100)])] == nil)
        #expect(SHA256.hash(data: [UInt8(1)]) != SHA256.hash(data: [UInt8(2)]))
    }

    // RFC 4231 §4.2, §4.3, §4.7
    @Test(arguments: [
        (
            String(repeating: "0b", count: 20), "4869205468657265",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            String(repeating: "aa", count: 131),
            "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `the codes of RFC 4231 are made`(_ key: String, _ data: String, _ code: String) {
        let key = SymmetricKey(data: bytes(key))
        #expect(HMAC<SHA256>.authenticationCode(for: bytes(data), using: key).hexadecimal == code)
    }

    @Test func `an empty key and empty data have a code`() {
        let code = HMAC<SHA256>.authenticationCode(for: Data(), using: SymmetricKey(data: Data()))
        #expect(code.hexadecimal == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

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
}
