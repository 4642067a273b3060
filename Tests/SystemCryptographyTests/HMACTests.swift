// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemCryptography
import Testing

@Suite struct HMACTests {
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

    /// Made by Python's `hmac`: keys around the length of a block, where RFC 2104 §2 begins to hash them.
    @Test(arguments: [
        (63, "ca1a6649c651d71d0591e155e86b52a732f94ac2"), (64, "2e55f4f21ffae2501cf25df08b92e10b2dff7e12"),
        (65, "ca9e9c2fac3ec320d7665054b1f9ec15522be1fe"),
    ])
    func `a key of a block, a byte less and a byte more makes the code of SHA-1`(_ count: Int, _ code: String) {
        #expect(Self.code(Insecure.SHA1.self, keyLength: count) == code)
    }

    @Test(arguments: [
        (63, "031e7f31fa690d4d7e39698aa240b66d3c8705b13c107f23e26c46845e06e921"),
        (64, "641d21a27db22a6a1e8bc28f948eee3c9e7c855f3e74f1fdf67f026e0e4fe70e"),
        (65, "03b31bdc10d1463cc050380fe3b8ddbc053dfb2f31c33564cefadfed4badba01"),
    ])
    func `a key of a block, a byte less and a byte more makes the code of SHA-256`(_ count: Int, _ code: String) {
        #expect(Self.code(SHA256.self, keyLength: count) == code)
    }

    @Test(arguments: [
        (127, "b00ed9b083a24ad4e6703d3fdd41dfe507bd0de2f6bfb75f8ab178f38113b82e9d8c01f48aa6dd694cbb84ba8a3400f1"),
        (128, "01214302cdaebd13eae0ab9958f5eaa938b28aefce10a943727ae11f6a4234dfb76a9ab80a7702c326565893e639ef45"),
        (129, "040f1483665eb207a8cd10e067767dc1ce906cf6bdd7af67c3b56f607046a05686f663275c055323f6ece16eed87d7a4"),
    ])
    func `a key of a block, a byte less and a byte more makes the code of SHA-384`(_ count: Int, _ code: String) {
        #expect(Self.code(SHA384.self, keyLength: count) == code)
    }

    @Test(arguments: [
        (
            127,
            "aecd6d28636e186401ff0864580f915c6684ba8814ef5678821d69eae136f35f"
                + "ad6021f970f8c929554a7a09bed4a54b9781439f84be15b36934a67a9c3c2b21"
        ),
        (
            128,
            "c90008fff1f789c300f9b2a987fb5875718da32433cb0a25f8081531fbbec963"
                + "3e631eb7e62c624d216e3d267c5c146538c02a7030b56730b6dd9d0f8269ce00"
        ),
        (
            129,
            "ec934ed43b67461fa57a261b8f11da2259d771fdf92e86742c913d01177993f7"
                + "a0f73581bd6b4394a73d275f8ba3aecb352a03e2c552895be3c6d5f22d499c5b"
        ),
    ])
    func `a key of a block, a byte less and a byte more makes the code of SHA-512`(_ count: Int, _ code: String) {
        #expect(Self.code(SHA512.self, keyLength: count) == code)
    }

    private static func code<Function: HashFunction>(_: Function.Type, keyLength: Int) -> String {
        let key = SymmetricKey(data: (0..<keyLength).map { UInt8(truncatingIfNeeded: $0) })
        return HMAC<Function>.authenticationCode(for: Data("text".utf8), using: key).hexadecimal
    }
}
