// SPDX-License-Identifier: Apache-2.0
/// A secret that cannot be printed: every description of it is the word `redacted`.
///
/// Whoever needs the secret says so in the code, by reading ``revealed``.
public struct Redacted<Value> {
    /// The secret itself; hand it to the wire or to a sealed file, and to nothing else.
    public let revealed: Value

    /// Hides a value.
    public init(_ value: Value) {
        revealed = value
    }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The word `redacted`, never a part of the value.
    public var description: String { "redacted" }
    /// The word `redacted`, never a part of the value.
    public var debugDescription: String { "redacted" }
    /// Nothing: `dump` and debuggers see no children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: Codable where Value: Codable {
    /// Reads the value itself, as it was stored.
    ///
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Value.self))
    }

    /// Writes the value itself: encoding is for storage that protects it.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(revealed)
    }
}
