// SPDX-License-Identifier: Apache-2.0
/// The permissions asked for or granted, in the order in which they were named.
///
/// RFC 6749 §3.3
public struct ScopeSet: Sendable, Hashable {
    /// The single scopes, without repetition.
    public private(set) var scopes: [String]

    /// Creates a set from single scopes; a repeated one is kept once.
    public init(_ scopes: [String] = []) {
        var seen: Set<String> = []
        self.scopes = scopes.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Reads scopes from text in which white space parts them.
    public init(text: String) {
        // By scalars: an accent behind a space, or an odd mark before it, makes one character with it.
        self.init(text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) })
    }

    /// The scopes parted by single spaces, as requests carry them.
    public var text: String { scopes.joined(separator: " ") }

    /// Whether nothing is asked for.
    public var isEmpty: Bool { scopes.isEmpty }

    /// Whether `scope` is one of them.
    public func contains(_ scope: String) -> Bool { scopes.contains(scope) }

    /// These scopes, then those of `other` that are new.
    public func union(_ other: ScopeSet) -> ScopeSet { ScopeSet(scopes + other.scopes) }

    /// The scopes that OpenID Connect itself defines and that name no resource.
    ///
    /// OpenID Connect Core §5.4, §11
    public static let openIDConnect = ScopeSet(["openid", "profile", "email", "address", "phone", "offline_access"])

    /// The part that OpenID Connect itself defines.
    public var openIDConnectPart: ScopeSet { ScopeSet(scopes.filter(Self.openIDConnect.contains)) }

    /// The part that names permissions of an API.
    public var resourcePart: ScopeSet { ScopeSet(scopes.filter { !Self.openIDConnect.contains($0) }) }

    /// The API permissions as a set, since requests for one token may order them differently.
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
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text form.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
