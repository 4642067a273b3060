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
