// SPDX-License-Identifier: Apache-2.0

/// Reads JSON, and refuses JSON that two programs can read differently.
///
/// Foundation's decoders silently keep one of two members with the same name. Two programs that keep different ones
/// then disagree about a signed token. This reader refuses a second member of the same name, at any depth; it compares
/// names after unescaping. RFC 7515 §4, RFC 7519 §4, RFC 8259
package struct StrictJSON {
    let bytes: [UInt8]
    var position = 0
    private var remainingDepth: Int

    /// Reads one JSON object in UTF-8; the depth counts the objects and arrays inside one another, with the outermost.
    package static func object(
        in bytes: some Collection<UInt8>, maximumDepth: Int = 32
    ) throws(JOSEError) -> [String: JSONValue] {
        guard let members = try value(in: bytes, maximumDepth: maximumDepth).object else {
            throw JOSEError(.jsonInvalid)
        }
        return members
    }

    package static func value(
        in bytes: some Collection<UInt8>, maximumDepth: Int = 32
    ) throws(JOSEError) -> JSONValue {
        var reader = StrictJSON(bytes: Array(bytes), remainingDepth: maximumDepth)
        return try reader.whole { reader throws(JOSEError) in try reader.value() }
    }

    /// The first byte, from 1, at which a text stops being a value; `nil` for a value.
    package static func placeOfFault(in bytes: some Collection<UInt8>, maximumDepth: Int = 32) -> Int? {
        var reader = StrictJSON(bytes: Array(bytes), remainingDepth: maximumDepth)
        let value = try? reader.whole { reader throws(JOSEError) in try reader.value() }
        return value == nil ? reader.position + 1 : nil
    }

    package static func check(_ bytes: some Collection<UInt8>, maximumDepth: Int = 32) throws(JOSEError) {
        var reader = StrictJSON(bytes: Array(bytes), remainingDepth: maximumDepth)
        try reader.whole { reader throws(JOSEError) in try reader.check(of: nil) { _, _ in } }
    }

    mutating func whole<Result>(
        _ read: (inout StrictJSON) throws(JOSEError) -> Result
    ) throws(JOSEError) -> Result {
        skipWhitespace()
        let result = try read(&self)
        skipWhitespace()
        guard peek() == nil else { throw JOSEError(.jsonInvalid) }
        return result
    }

    init(bytes: [UInt8], position: Int = 0, remainingDepth: Int) {
        self.bytes = bytes
        self.position = position
        self.remainingDepth = remainingDepth
    }

    mutating func value() throws(JOSEError) -> JSONValue {
        switch peek() {
        case UInt8(ascii: "{"): .object(try nested { reader throws(JOSEError) in try reader.object() })
        case UInt8(ascii: "["): .array(try nested { reader throws(JOSEError) in try reader.array() })
        case UInt8(ascii: "\""): .string(try string())
        case UInt8(ascii: "t"): try literal("true", .boolean(true))
        case UInt8(ascii: "f"): try literal("false", .boolean(false))
        case UInt8(ascii: "n"): try literal("null", .null)
        default: .number(try number())
        }
    }

    private mutating func object() throws(JOSEError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.reserveCapacity(8)
        try parts("{", "}") { reader throws(JOSEError) in
            let name = try reader.name()
            guard members.updateValue(try reader.value(), forKey: name) == nil else {
                throw JOSEError(.jsonDuplicateMember)
            }
        }
        return members
    }

    private mutating func array() throws(JOSEError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try parts("[", "]") { reader throws(JOSEError) in elements.append(try reader.value()) }
        return elements
    }

    @inline(__always)
    mutating func parts(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar,
        _ read: (inout StrictJSON) throws(JOSEError) -> Void
    ) throws(JOSEError) {
        try require(opening)
        skipWhitespace()
        if accept(closing) { return }
        repeat {
            skipWhitespace()
            try read(&self)
            skipWhitespace()
        } while accept(",")
        try require(closing)
    }

    mutating func name() throws(JOSEError) -> String {
        let name = try string()
        skipWhitespace()
        try require(":")
        skipWhitespace()
        return name
    }

    mutating func nested<Result>(
        _ read: (inout StrictJSON) throws(JOSEError) -> Result
    ) throws(JOSEError) -> Result {
        guard remainingDepth > 0 else { throw JOSEError(.jsonTooDeep) }
        remainingDepth -= 1
        let result = try read(&self)
        remainingDepth += 1
        return result
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JOSEError) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[position..<end].elementsEqual(word.description.utf8) else {
            throw JOSEError(.jsonInvalid)
        }
        position = end
        return value
    }
}

extension StrictJSON {
    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func require(_ character: Unicode.Scalar) throws(JOSEError) {
        guard accept(character) else { throw JOSEError(.jsonInvalid) }
    }

    mutating func skipWhitespace() {
        while accept(" ") || accept("\n") || accept("\r") || accept("\t") {}
    }
}
