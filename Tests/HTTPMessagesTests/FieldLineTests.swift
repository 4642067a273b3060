// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

/// Lines of heads and trailers. RFC 9112 §5
@Suite struct FieldLineTests {
    private struct Parts: Equatable {
        let name: String
        let value: String
    }

    /// The parts of a line, which stands between others.
    private static func parts(_ line: String, before rest: String = "") -> Parts? {
        let (start, bytes) = ("Host: a\r\n".utf8.count, Array("Host: a\r\n\(line)\(rest)".utf8))
        return FieldLine(bytes.span, start..<start + line.utf8.count).map { found in
            Parts(
                name: String(decoding: bytes[found.name], as: UTF8.self),
                value: String(decoding: bytes[found.value], as: UTF8.self))
        }
    }

    @Test(arguments: [
        ("a:b", "a", "b"), ("Age: 1", "Age", "1"), ("Age:1 \t", "Age", "1"), ("Age: \t 1", "Age", "1"), ("a:", "a", ""),
        ("a: \t ", "a", ""), ("a: b c\td ", "a", "b c\td"), ("a::b: ", "a", ":b:"),
        ("!#$%&'*+-.^_`|~9z: ä", "!#$%&'*+-.^_`|~9z", "ä"),
    ])
    func `a field has a name, and a value without the blanks around it`(_ line: String, _ name: String, _ value: String)
    {
        for rest in ["", "\r\n", "\n", "b: c", ": c", "\u{0}"] {
            #expect(
                Self.parts(line, before: rest) == Parts(name: name, value: value), "before \(rest.debugDescription)")
        }
    }

    @Test(arguments: [
        "", ":", ": b", "a", "a b", "a : b", "a\t: b", " a: b", "\ta: b", "ä: b", "a(: b", "a: b\rc", "a: b\nc",
        "a: b\u{0}c",
        "a: b\u{7F}", "a: \u{1}", "a: b\r",
    ])
    func `what is no field is refused`(_ line: String) {
        for rest in ["", "\r\n", ": b", "b: c"] {
            #expect(Self.parts(line, before: rest) == nil, "before \(rest.debugDescription)")
        }
    }
}
