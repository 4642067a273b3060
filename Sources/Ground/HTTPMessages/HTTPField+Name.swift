// SPDX-License-Identifier: Apache-2.0

extension HTTPField {
    /// The name of a field: any token; case-insensitive.
    ///
    /// RFC 9110 §5.1
    public struct Name: Sendable {
        /// The name as it was written.
        public let rawName: String
        /// The name in lower case.
        public var canonicalName: String {
            rawName.utf8.contains(where: Self.isCapital) ? rawName.lowercased() : rawName
        }

        /// Creates a name; `nil` for a text that is not a token.
        public init?(_ name: some StringProtocol) {
            self.init(String(name))
        }

        /// Creates a name from bytes that ``HTTPToken`` accepted; they are not checked again.
        package init(checkedToken bytes: UnsafeRawBufferPointer) {
            self.init(token: String(decoding: bytes, as: UTF8.self))
        }

        /// Creates a name from a text that is known to be a token; it is not checked.
        package init(token: String) { rawName = token }

        private static func isCapital(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        }
    }
}

extension HTTPField.Name: Hashable {
    /// Whether two names are equal, regardless of case.
    ///
    /// Inlined: the length comes first, which tells most names apart without a call.
    @inlinable public static func == (one: Self, other: Self) -> Bool {
        one.rawName.utf8.count == other.rawName.utf8.count
            && (one.rawName == other.rawName || one.canonicalName == other.canonicalName)
    }

    /// Hashes the name in lower case.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }
}

extension HTTPField.Name: LosslessStringConvertible {
    /// Creates a name; `nil` for a text that is not a token.
    public init?(_ name: String) {
        guard HTTPToken.isToken(name) else { return nil }
        self.init(token: name)
    }

    /// The name as it was written.
    public var description: String { rawName }
}
