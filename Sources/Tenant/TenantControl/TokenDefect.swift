// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong with a token, while everything else about it is right.
public struct TokenDefect: Sendable, Hashable {
    /// The kinds of defects, by their names in JSON and on the command line.
    public enum Kind: String, Sendable, CaseIterable {
        /// It ended an hour ago.
        case expired
        /// It begins in an hour.
        case notYetValid
        /// It will be issued in an hour.
        case issuedInFuture
        /// `exp` is missing.
        case missingExpiry
        /// `iat` is missing.
        case missingIssuedAt
        /// Another provider issued it.
        case wrongIssuer
        /// Another directory of the same provider issued it.
        case wrongTenant
        /// It comes from another user flow of the same directory.
        case wrongUserFlow
        /// It is for somebody else.
        case wrongAudience
        /// It is for somebody else besides, and does not say to whom it was given.
        case audienceArray
        /// It was given to another client.
        case wrongAuthorizedParty
        /// It answers another request.
        case wrongNonce
        /// `nonce` is missing.
        case missingNonce
        /// `sub` is missing.
        case missingSubject
        /// It speaks of another person.
        case changedSubject
        /// `scp` and `roles` are missing.
        case missingScope
        /// It belongs to another access token.
        case wrongAtHash
        /// It belongs to another code.
        case wrongCHash
        /// A claim stands twice.
        case duplicateClaim
        /// Another key signed it, under the name of the right one.
        case wrongKey
        /// A key signed it that nobody publishes.
        case unknownKey
        /// Nobody signed it, and it says so.
        case algNone
        /// The provider's public key was taken for a shared secret.
        case algHS256
        /// Somebody changed it after it was signed.
        case tamperedPayload
        /// The signature lost its end.
        case truncatedSignature
        /// The signature is missing altogether.
        case missingSignature
        /// It is padded, as base64url in tokens never is.
        case paddedBase64
        /// It demands an extension that nobody knows.
        case criticalHeader
        /// It is longer than servers take in a header: 20 KB.
        case oversized
        /// It is no token at all.
        case notAToken
        /// A claim of its own: ``TokenDefect/name`` with ``TokenDefect/value``, or without it where there is none.
        case claim
        /// A header member of its own, likewise.
        case header
    }

    /// What is wrong.
    public var kind: Kind
    /// The name of the claim or header member, for ``Kind/claim`` and ``Kind/header``.
    public var name: String?
    /// What stands there; `nil` if it is missing.
    public var value: JSONContent?

    /// Creates a defect.
    public init(_ kind: Kind, name: String? = nil, value: JSONContent? = nil) {
        self.kind = kind
        self.name = name
        self.value = value
    }

    /// A claim with this value, or without it where there is none.
    public static func claim(_ name: String, _ value: JSONContent?) -> TokenDefect {
        TokenDefect(.claim, name: name, value: value)
    }

    /// A header member with this value, or without it where there is none.
    public static func header(_ name: String, _ value: JSONContent?) -> TokenDefect {
        TokenDefect(.header, name: name, value: value)
    }
}

extension TokenDefect: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, name, value
    }

    /// Reads a name, or an object with `kind`, `name` and `value`.
    public init(from decoder: any Decoder) throws {
        if let kind = try? decoder.singleValueContainer().decode(String.self) {
            self.init(try Self.kind(kind, at: decoder.codingPath))
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try Self.kind(try container.decode(String.self, forKey: .kind), at: decoder.codingPath),
            name: try container.decodeIfPresent(String.self, forKey: .name),
            value: try container.decodeIfPresent(JSONContent.self, forKey: .value))
    }

    private static func kind(_ name: String, at path: [any CodingKey]) throws -> Kind {
        guard let kind = Kind(rawValue: name) else {
            let hint = NameSuggestion.sentence(for: name, in: Kind.allCases.map(\.rawValue))
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "No defect is called '\(name.prefix(40))'\(hint)"))
        }
        return kind
    }

    /// Writes an object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind.rawValue, forKey: .kind)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(value, forKey: .value)
    }
}
