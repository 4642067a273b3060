// SPDX-License-Identifier: Apache-2.0

/// The distinguished encoding rules of ASN.1, as far as keys and certificates need them. X.690
package enum DER {
    /// The tags of elements.
    package enum Tag {
        package static let integer: UInt8 = 0x02
        package static let bitString: UInt8 = 0x03
        package static let octetString: UInt8 = 0x04
        package static let null: UInt8 = 0x05
        package static let objectIdentifier: UInt8 = 0x06
        package static let sequence: UInt8 = 0x30
        /// An element that a structure numbers; it holds others.
        package static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }
    }

    /// A text that is not in the one form that the rules allow, or not of the expected kind.
    package struct Invalid: Error { package init() {} }

    /// Reads elements one after the other.
    package struct Reader {
        /// What was not read yet.
        package private(set) var rest: ArraySlice<UInt8>

        /// Begins to read.
        package init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }
        private init(slice: ArraySlice<UInt8>) { rest = slice }

        /// Whether everything was read.
        package var isAtEnd: Bool { rest.isEmpty }

        /// Whether the next element has a tag.
        package func isNext(_ tag: UInt8) -> Bool { rest.first == tag }

        /// Reads an element, and returns its content.
        ///
        /// - Throws: ``Invalid`` for another tag, and for a length that is not in its shortest form.
        package mutating func element(_ tag: UInt8) throws(Invalid) -> ArraySlice<UInt8> {
            var after = rest
            guard after.popFirst() == tag, let first = after.popFirst() else { throw Invalid() }
            var length = Int(first)
            if first >= 0x80 {
                let count = Int(first & 0x7F)
                guard (1...4).contains(count), after.count >= count, after.first != 0 else { throw Invalid() }
                length = after.prefix(count).reduce(0) { $0 << 8 | Int($1) }
                guard length >= 0x80 else { throw Invalid() }
                after = after.dropFirst(count)
            }
            guard after.count >= length else { throw Invalid() }
            rest = after.dropFirst(length)
            return after.prefix(length)
        }

        /// Reads an element with others in it; all of them must be read.
        ///
        /// - Throws: ``Invalid``, or the error of `body`.
        package mutating func elements<Result>(
            _ tag: UInt8 = Tag.sequence, _ body: (inout Reader) throws(Invalid) -> Result
        ) throws(Invalid) -> Result {
            var inner = Reader(slice: try element(tag))
            let result = try body(&inner)
            guard inner.isAtEnd else { throw Invalid() }
            return result
        }

        /// Reads a number that is not negative, big-endian without leading zeros; zero is no bytes.
        ///
        /// - Throws: ``Invalid``.
        package mutating func unsignedInteger() throws(Invalid) -> [UInt8] {
            let content = try element(Tag.integer)
            guard let first = content.first, first < 0x80 else { throw Invalid() }
            if first == 0, content.count > 1, content[content.startIndex + 1] < 0x80 { throw Invalid() }
            return Array(content.drop { $0 == 0 })
        }

        /// Reads a string of whole bytes.
        ///
        /// - Throws: ``Invalid``.
        package mutating func bitString() throws(Invalid) -> ArraySlice<UInt8> {
            var content = try element(Tag.bitString)
            guard content.popFirst() == 0 else { throw Invalid() }
            return content
        }
    }

    /// Writes elements one after the other.
    package struct Writer {
        /// What was written.
        package private(set) var bytes: [UInt8] = []

        /// Begins to write.
        package init() {}

        /// Writes an element.
        package mutating func element(_ tag: UInt8, _ content: some Collection<UInt8>) {
            bytes.append(tag)
            if content.count < 0x80 {
                bytes.append(UInt8(content.count))
            } else {
                // A copy: the bytes are there only as long as the closure runs.
                let length = withUnsafeBytes(of: content.count.bigEndian) { Array($0.drop { $0 == 0 }) }
                bytes.append(0x80 | UInt8(length.count))
                bytes += length
            }
            bytes += content
        }

        /// Writes elements that are there as bytes.
        package mutating func append(_ elements: some Collection<UInt8>) { bytes += elements }

        /// Writes an element with others in it.
        package mutating func elements(_ tag: UInt8 = Tag.sequence, _ body: (inout Writer) -> Void) {
            var inner = Writer()
            body(&inner)
            element(tag, inner.bytes)
        }

        /// Writes a number that is not negative.
        package mutating func unsignedInteger(_ number: some Collection<UInt8>) {
            let digits = number.drop { $0 == 0 }
            let needsZero = (digits.first ?? 0x80) >= 0x80
            element(Tag.integer, needsZero ? [0] + digits : Array(digits))
        }

        /// Writes a string of whole bytes.
        package mutating func bitString(_ content: some Collection<UInt8>) { element(Tag.bitString, [0] + content) }
    }
}
