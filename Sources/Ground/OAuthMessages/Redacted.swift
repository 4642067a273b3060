// SPDX-License-Identifier: Apache-2.0

/// A secret that cannot be printed: its description is always the word `redacted`.
///
/// Code that needs the secret reads ``revealed``, which is easy to find in a review.
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

    /// Wraps a value.
    public init(_ value: Value) { revealed = value }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The word `redacted`, without any part of the value.
    public var description: String { "redacted" }
    /// The word `redacted`, without any part of the value.
    public var debugDescription: String { "redacted" }
    /// An empty mirror, so that `dump` and debuggers show nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: Codable where Value: Codable {
    /// Decodes the stored value.
    ///
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Value.self))
    }

    /// Encodes the value itself: encode it only to protected storage.
    ///
    /// - Throws: An error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(revealed)
    }
}

extension String {
    /// Compares two secrets in a time that depends only on their lengths.
    ///
    /// It compares bytes, so it also serves for names: Swift's `==` treats some different texts as equal, such as `K`
    /// and the Kelvin sign.
    package func isSameSecret(as other: String) -> Bool {
        let (left, right) = (Array(utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
