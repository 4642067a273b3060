// SPDX-License-Identifier: Apache-2.0

extension DER {
    package struct Writer {
        package private(set) var bytes: [UInt8] = []

        package init() {}

        package mutating func element(_ tag: UInt8, _ content: some Collection<UInt8>) {
            bytes.append(tag)
            appendLength(content.count)
            bytes += content
        }

        /// Writes a length in its shortest form. X.690 §10.1
        private mutating func appendLength(_ length: Int) {
            guard length >= 0x80 else {
                bytes.append(UInt8(length))
                return
            }
            let byteCount = (Int.bitWidth - length.leadingZeroBitCount + 7) / 8
            bytes.append(0x80 | UInt8(byteCount))
            for position in (0..<byteCount).reversed() {
                bytes.append(UInt8(truncatingIfNeeded: length >> (8 * position)))
            }
        }

        package mutating func append(_ elements: some Collection<UInt8>) { bytes += elements }

        package mutating func elements(_ tag: UInt8 = Tag.sequence, _ body: (inout Writer) -> Void) {
            var inner = Writer()
            body(&inner)
            element(tag, inner.bytes)
        }

        /// Writes a number that is not negative; leading zeros are dropped, and zero has no bytes.
        package mutating func unsignedInteger(_ number: some Collection<UInt8>) {
            let digits = number.drop { $0 == 0 }
            // The first bit is the sign. X.690 §8.3
            let needsZero = (digits.first ?? 0x80) >= 0x80
            element(Tag.integer, needsZero ? [0] + digits : Array(digits))
        }

        /// Writes a string of bits that are whole bytes.
        package mutating func bitString(_ content: some Collection<UInt8>) { element(Tag.bitString, [0] + content) }
    }
}
