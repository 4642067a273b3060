// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

/// Values of fields. RFC 9110 §5.5
@Suite struct HTTPFieldTests {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("a b\tc", "a b\tc"), ("ä€😀", "ä€😀"), ("~\u{80}", "~\u{80}"),
        // Not valid as they are
        (" a", "a"), ("a\t", "a"), (" \t ", ""), ("\u{7F}", ""), ("\u{1F}a\u{0}", "a"), ("a\u{7F}b", "a b"),
        ("a\r\nSet-Cookie: b=c", "a  Set-Cookie: b=c"), ("a\nb\rc\u{0}d", "a b c d"), ("\r\n\r\n<html>", "<html>"),
        ("ä\r\n", "ä"),
    ])
    func `a value holds no control character and no blank at its ends`(_ text: String, _ value: String) {
        #expect(HTTPField.isValidValue(text) == (text == value))
        #expect(HTTPField(name: .location, value: text).value == value)
        #expect(HTTPField(name: .location, lenientValue: text.utf8).value == value)
        var field = HTTPField(name: .location, value: "earlier")
        field.value = text
        #expect(field.value == value)
    }

    @Test func `each byte is judged as the RFC lists it`() {
        for byte in UInt8.min...UInt8.max {
            let isValid = [byte].withUnsafeBytes { HTTPField.isValid($0) }
            #expect(isValid == (byte == 0x09 || (0x20...0x7E).contains(byte) || byte >= 0x80), "byte \(byte)")
        }
    }

    @Test func `a byte is judged the same in any place, whatever stands beside it`() {
        for others: [UInt8] in [[0x20], [0x09], [0x7E, 0x80], [0xFF], [0x09, 0xFF, 0x20]] {
            for byte in UInt8.min...UInt8.max {
                let isValid = [byte].withUnsafeBytes { HTTPField.isValid($0) }
                for place in 0..<18 {
                    var bytes = (0..<18).map { others[$0 % others.count] }
                    bytes[place] = byte
                    let found = bytes.withUnsafeBytes { HTTPField.isValid($0) }
                    if found != isValid { Issue.record("byte \(byte) among \(others) at \(place)") }
                }
            }
        }
    }

    @Test func `bytes that are not UTF-8 become the replacement character`() {
        #expect(HTTPField(name: .location, lenientValue: [0x61, 0xFF, 0x62]).value == "a\u{FFFD}b")
    }

    @Test func `fields are equal if name and value are`() {
        let field = HTTPField(name: .retryAfter, value: "1")
        #expect(field == HTTPField(name: HTTPField.Name(token: "RETRY-AFTER"), value: "1"))
        #expect(field != HTTPField(name: .retryAfter, value: "2") && field != HTTPField(name: .age, value: "1"))
        #expect("\(field)" == "Retry-After: 1")
    }
}
