// SPDX-License-Identifier: Apache-2.0
/// Requested or granted scopes, in order.
///
/// ```swift
/// let scopes: ScopeSet = ["offline_access", "User.Read"]
/// let same = ScopeSet(text: "offline_access User.Read")
/// let more = scopes.union(["Mail.Read"])
/// ```
///
/// RFC 6749 §3.3
public struct ScopeSet: Sendable, Hashable {
    /// The individual scopes, without duplicates.
    public private(set) var scopes: [String]

    /// Creates a set without duplicates; strings are split at white space.
    public init(_ scopes: [String] = []) {
        var seen: Set<String> = []
        // Splits at scalars: a space with a combining mark after it is one character.
        self.scopes = scopes.flatMap { $0.unicodeScalars.split(whereSeparator: Self.isSpace).map { String($0) } }
            .filter { seen.insert($0).inserted }
    }

    /// Almost all scopes are ASCII, which needs no table of properties.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (0x9...0xD).contains(scalar.value) : scalar.properties.isWhitespace
    }

    /// Creates a set from text with scopes separated by white space.
    public init(text: String) { self.init([text]) }

    /// The scopes, separated by single spaces, as in a request.
    public var text: String { scopes.joined(separator: " ") }

    /// Whether the set is empty.
    public var isEmpty: Bool { scopes.isEmpty }

    /// Returns whether the set contains `scope`.
    public func contains(_ scope: String) -> Bool { scopes.contains(scope) }

    /// Returns these scopes, followed by the additional ones of `other`.
    public func union(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes + other.scopes) }

    /// The scopes that OpenID Connect defines, which name no resource. OpenID Connect Core §5.4, §11
    package static let openIDConnect = ScopeSet(["openid", "profile", "email", "address", "phone", "offline_access"])

    package var openIDConnectPart: ScopeSet { ScopeSet(scopes.filter(Self.openIDConnect.contains)) }

    /// The scopes in this set that are permissions of an API.
    public var resourcePart: ScopeSet { ScopeSet(scopes.filter { !Self.openIDConnect.contains($0) }) }

    /// The API permissions without an order, since requests for one token may order them differently.
    package var permissions: Set<String> { Set(resourcePart.scopes) }
}

extension ScopeSet: ExpressibleByArrayLiteral, CustomStringConvertible {
    /// Creates a set from a literal.
    public init(arrayLiteral elements: String...) { self.init(elements) }

    /// The scopes as text.
    public var description: String { text }
}

extension ScopeSet: Codable {
    /// Decodes the text form.
    ///
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text form.
    ///
    /// - Throws: An error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
