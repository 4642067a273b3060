// SPDX-License-Identifier: Apache-2.0

extension DER {
    /// Reads elements one after the other; after an error, its position is undefined.
    package struct Reader {
        package private(set) var rest: ArraySlice<UInt8>

        package init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

        private init(slice: ArraySlice<UInt8>) { rest = slice }

        package var isAtEnd: Bool { rest.isEmpty }

        package func isNext(_ tag: UInt8) -> Bool { rest.first == tag }

        /// Refuses a length that is not in its shortest form or exceeds the bytes, and 4 GiB or more. X.690 §10.1
        package mutating func element(_ tag: UInt8) throws(Invalid) -> ArraySlice<UInt8> {
            var remaining = rest
            guard remaining.popFirst() == tag else { throw Invalid() }
            let length = try Self.length(&remaining)
            guard length <= remaining.count else { throw Invalid() }
            rest = remaining.dropFirst(length)
            return remaining.prefix(length)
        }

        /// Reads a length. X.690 §8.1.3
        private static func length(_ remaining: inout ArraySlice<UInt8>) throws(Invalid) -> Int {
            guard let first = remaining.popFirst() else { throw Invalid() }
            guard first >= 0x80 else { return Int(first) }
            let count = Int(first & 0x7F)
            guard (1...4).contains(count), remaining.count >= count, remaining.first != 0 else { throw Invalid() }
            let length = remaining.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard length >= 0x80, let length = Int(exactly: length) else { throw Invalid() }
            remaining = remaining.dropFirst(count)
            return length
        }

        /// Reads an element that holds others; `body` must read all of them.
        package mutating func elements<Result>(
            _ tag: UInt8 = Tag.sequence, _ body: (inout Reader) throws(Invalid) -> Result
        ) throws(Invalid) -> Result {
            var inner = Reader(slice: try element(tag))
            let result = try body(&inner)
            guard inner.isAtEnd else { throw Invalid() }
            return result
        }

        /// Big-endian without leading zeros, so zero has no bytes; refuses negative ones and needless zeros. X.690 §8.3
        package mutating func unsignedInteger() throws(Invalid) -> [UInt8] {
            let content = try element(Tag.integer)
            guard let first = content.first, first < 0x80 else { throw Invalid() }
            if first == 0, let second = content.dropFirst().first, second < 0x80 { throw Invalid() }
            return Array(content.drop { $0 == 0 })
        }

        /// Refuses a number of bits that is not a multiple of eight. X.690 §8.6
        package mutating func bitString() throws(Invalid) -> ArraySlice<UInt8> {
            var content = try element(Tag.bitString)
            guard content.popFirst() == 0 else { throw Invalid() }
            return content
        }
    }
}
