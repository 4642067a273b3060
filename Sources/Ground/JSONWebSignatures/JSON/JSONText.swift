// SPDX-License-Identifier: Apache-2.0

/// A piece of a JSON text that was checked as a whole, and is read part by part.
///
/// A tree of ``JSONValue`` takes many times the memory of its text.
package struct JSONText: Sendable {
    private let bytes: [UInt8]
    private let range: Range<Int>

    /// Checks a whole object as ``StrictJSON`` does; `visit` gets each member that is a string, at any depth.
    package init(
        checking bytes: [UInt8], maximumDepth: Int = 32, visit: (_ member: String, _ text: String) -> Void = { _, _ in }
    ) throws(JOSEError) {
        var reader = StrictJSON(bytes: bytes, remainingDepth: maximumDepth)
        let range = try reader.whole { reader throws(JOSEError) in
            let start = reader.position
            guard reader.peek() == UInt8(ascii: "{") else { throw JOSEError(.jsonInvalid) }
            try reader.check(of: nil, visit)
            return start..<reader.position
        }
        self.init(bytes, range)
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

    package var count: Int { range.count }

    /// The end of the piece in the whole text, from 0 to 1.
    package var end: Double { Double(range.upperBound) / Double(max(1, bytes.count)) }

    package var value: JSONValue {
        var reader = StrictJSON(bytes: bytes, position: range.lowerBound, remainingDepth: .max)
        // Reading does not fail: the initializer checked the whole text.
        return (try? reader.value()) ?? .null
    }

    package var members: [String: JSONText]? {
        guard var reader = inside("{") else { return nil }
        var members: [String: JSONText] = [:]
        while reader.beginsPart(), let name = try? reader.name() { members[name] = part(&reader) }
        return members
    }

    package var elements: (some Sequence<JSONText>)? {
        inside("[").map { reader in
            sequence(state: reader) { reader in reader.beginsPart() ? part(&reader) : nil }
        }
    }

    private func inside(_ bracket: Unicode.Scalar) -> StrictJSON? {
        var reader = StrictJSON(bytes: bytes, position: range.lowerBound, remainingDepth: .max)
        return reader.accept(bracket) ? reader : nil
    }

    private func part(_ reader: inout StrictJSON) -> JSONText {
        let start = reader.position
        reader.skip()
        return JSONText(bytes, start..<reader.position)
    }
}

extension StrictJSON {
    mutating func check(
        of member: String?, _ visit: (_ member: String, _ text: String) -> Void
    ) throws(JOSEError) {
        switch peek() {
        case UInt8(ascii: "{"):
            try nested { reader throws(JOSEError) in
                var names: Set<String> = []
                try reader.parts("{", "}") { reader throws(JOSEError) in
                    let name = try reader.name()
                    try reader.check(of: name, visit)
                    guard names.insert(name).inserted else { throw JOSEError(.jsonDuplicateMember) }
                }
            }
        case UInt8(ascii: "["):
            try nested { reader throws(JOSEError) in
                try reader.parts("[", "]") { reader throws(JOSEError) in try reader.check(of: nil, visit) }
            }
        case UInt8(ascii: "\""):
            let text = try string()
            if let member { visit(member, text) }
        default: _ = try value()
        }
    }

    fileprivate mutating func beginsPart() -> Bool {
        skipWhitespace()
        if accept(",") { skipWhitespace() }
        return peek() != UInt8(ascii: "}") && peek() != UInt8(ascii: "]")
    }

    fileprivate mutating func skip() {
        var depth = 0
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "), 0x09, 0x0A, 0x0D: if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }

    private mutating func skipString() {
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
    }
}
