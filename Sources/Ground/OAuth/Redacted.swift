// SPDX-License-Identifier: Apache-2.0
/// A secret that cannot be printed: each description of it is the word `redacted`.
///
/// Code that needs the secret reads ``revealed``, which a reviewer can find.
///
/// ```swift
/// let token = try await accounts.token(for: account, scopes: ["User.Read"])
/// await show("The token is \(token).")  // The token is redacted.
/// var request = HTTPRequest(url: api.appending(path: "me"))
/// request.headerFields[.authorization] = "Bearer \(token.revealed)"
/// ```
public struct Redacted<Value> {
    /// The secret itself; pass it only to a request or to protected storage.
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
    /// Nothing: `dump` and debuggers show no children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: Codable where Value: Codable {
    /// Reads the stored value.
    ///
    /// - Throws: The decoder's error.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Value.self))
    }

    /// Writes the value itself: encode it only to storage that protects it.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(revealed)
    }
}
