// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

/// Tokens of field names and methods. RFC 9110 §5.6.2
@Suite struct HTTPTokenTests {
    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    @Test func `each byte is judged as the RFC lists it`() {
        for byte in UInt8.min...UInt8.max {
            let isToken = [byte].withUnsafeBytes { HTTPToken.isToken($0) }
            #expect(isToken == Self.tokenBytes.contains(byte), "byte \(byte)")
        }
    }

    @Test func `a byte that is no token's is found at each position`() {
        for position in 0..<4 {
            var bytes = Array("name".utf8)
            bytes[position] = UInt8(ascii: ":")
            #expect(!bytes.withUnsafeBytes { HTTPToken.isToken($0) })
        }
    }

    @Test(arguments: ["", " ", "a b", "a:", "a\r", "é", "a\u{0}"])
    func `rejects names and methods that are not tokens`(_ text: String) {
        #expect(HTTPField.Name(text) == nil)
        #expect(HTTPField.Name(text[...]) == nil)
        #expect(HTTPRequest.Method(text) == nil)
        #expect(HTTPRequest.Method(rawValue: text) == nil)
    }
}

/// Numbers of decimal digits alone, as lengths and ages are.
@Suite struct DigitsTests {
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("999999999999999999", 999_999_999_999_999_999), ("", nil),
            ("1000000000000000000", nil), ("99999999999999999999", nil), ("+1", nil), ("-1", nil), (" 1", nil),
            ("1x", nil), ("/", nil), (":", nil), ("٣", nil),
        ] as [(String, UInt64?)])
    func `a number has 1 to 18 digits`(_ text: String, _ number: UInt64?) {
        #expect(UInt64(digits: text.utf8) == number)
    }
}
