// SPDX-License-Identifier: Apache-2.0
/// The requested or granted scopes, in their order.
///
/// ```swift
/// let scopes: ScopeSet = ["offline_access", "User.Read"]
/// let same = ScopeSet(text: "offline_access User.Read")
/// let more = scopes.union(["Mail.Read"])
/// ```
///
/// RFC 6749 §3.3
public struct ScopeSet: Sendable, Hashable {
    /// The single scopes, without repetition.
    public private(set) var scopes: [String]

    /// Creates a set without repetitions; white space in a text separates scopes, since no scope has any.
    public init(_ scopes: [String] = []) {
        var seen: Set<String> = []
        // Splits at scalars: a space with a combining mark after it is one character.
        self.scopes = scopes.flatMap { $0.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) } }
            .filter { seen.insert($0).inserted }
    }

    /// Reads scopes from text, separated by white space.
    public init(text: String) { self.init([text]) }

    /// The scopes, separated by single spaces, as in a request.
    public var text: String { scopes.joined(separator: " ") }

    /// Whether the set has no scope.
    public var isEmpty: Bool { scopes.isEmpty }

    /// Whether the set has `scope`.
    public func contains(_ scope: String) -> Bool { scopes.contains(scope) }

    /// These scopes, then those of `other` that are new.
    public func union(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes + other.scopes) }

    /// The scopes that OpenID Connect itself defines; they name no resource.
    ///
    /// OpenID Connect Core §5.4, §11
    public static let openIDConnect = ScopeSet(["openid", "profile", "email", "address", "phone", "offline_access"])

    /// The scopes that OpenID Connect itself defines.
    public var openIDConnectPart: ScopeSet { ScopeSet(scopes.filter(Self.openIDConnect.contains)) }

    /// The scopes that name permissions of an API.
    public var resourcePart: ScopeSet { ScopeSet(scopes.filter { !Self.openIDConnect.contains($0) }) }

    /// The API permissions without an order, since requests for one token may order them differently.
    package var permissions: Set<String> { Set(resourcePart.scopes) }
}

extension ScopeSet: ExpressibleByArrayLiteral, CustomStringConvertible {
    /// Creates a set from a literal.
    public init(arrayLiteral elements: String...) { self.init(elements) }

    /// The text of the scopes.
    public var description: String { text }
}

extension ScopeSet: Codable {
    /// Reads the text form.
    ///
    /// - Throws: The decoder's error.
    public init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text form.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
