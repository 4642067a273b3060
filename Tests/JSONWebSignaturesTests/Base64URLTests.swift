// SPDX-License-Identifier: Apache-2.0

import Fixtures
import JSONWebSignatures

@Suite struct Base64URLTests {
    /// RFC 4648 §10, without padding; the last two from RFC 7515 appendix C and for the two letters that differ.
    static let known: [(bytes: [UInt8], text: String)] = [
        ([], ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"),
        ([3, 236, 255, 224, 193], "A-z_4ME"), ([0xFB, 0xFF, 0xBF], "-_-_"),
    ]

    @Test(arguments: known) func `the published pairs agree both ways`(bytes: [UInt8], text: String) throws {
        #expect(Base64URL.encode(bytes) == text)
        #expect(try Base64URL.decode(text) == bytes)
    }

    @Test(arguments: ["Zg==", "Zm8=", "Zg ", " Zg", "Z\ng", "Zm9v\n", "-_+_", "-_/_", "A", "Zm9vY", "Zé", "Zm9v\0aaa"])
    func `padding, whitespace and foreign characters are refused`(_ text: String) {
        #expect(throws: JOSEError(.base64URLInvalid)) { try Base64URL.decode(text) }
    }

    @Test func `of all two- and three-character texts only the written ones are read`() throws {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        for tail in alphabet.indices {
            for stem in ["A", "_A"] {
                let text = stem + String(alphabet[tail])
                let meaningful =
                    alphabet.distance(from: alphabet.startIndex, to: tail) % (stem.count == 1 ? 16 : 4)
                if meaningful == 0 {
                    #expect(Base64URL.encode(try Base64URL.decode(text)) == text)
                } else {
                    #expect(throws: JOSEError(.base64URLInvalid)) { try Base64URL.decode(text) }
                }
            }
        }
    }

    @Test func `every length up to 300 agrees with Foundation`() throws {
        var generator = SystemRandomNumberGenerator()
        for count in 0...300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let foundation = Data(bytes).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(Base64URL.encode(bytes) == foundation)
            #expect(try Base64URL.decode(foundation) == bytes)
        }
    }
}
