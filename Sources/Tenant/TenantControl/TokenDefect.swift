// SPDX-License-Identifier: Apache-2.0
public import JSONWebSignatures
import PortableFoundation

/// A defect in an otherwise valid token.
///
/// ```swift
/// let token = try await tenant.token(TestTokenRequest(api: "api://tasks", broken: TokenDefect(.expired)))
/// await #expect(throws: BearerChallenge.self) {
///     try await protection.caller(of: [.authorization: "Bearer \(token.revealed)"])
/// }
/// ```
public struct TokenDefect: Sendable, Hashable {
    /// The kind of defect, with its name in JSON and on the command line.
    public enum Kind: String, Sendable, CaseIterable {
        /// The token expired one hour ago.
        case expired
        /// `nbf` is one hour in the future.
        case notYetValid
        /// `iat` is one hour in the future.
        case issuedInFuture
        /// `exp` is missing.
        case missingExpiry
        /// `iat` is missing.
        case missingIssuedAt
        /// `iss` names another provider.
        case wrongIssuer
        /// `iss` and `tid` name another directory of the same provider.
        case wrongTenant
        /// `tfp` names another user flow of the same directory.
        case wrongUserFlow
        /// `aud` names another client.
        case wrongAudience
        /// `aud` also names another client, and `azp` is missing.
        case audienceArray
        /// `azp` names another client.
        case wrongAuthorizedParty
        /// `nonce` belongs to another request.
        case wrongNonce
        /// `nonce` is missing.
        case missingNonce
        /// `sub` is missing.
        case missingSubject
        /// `sub` and `oid` name another person.
        case changedSubject
        /// `scp` and `roles` are missing.
        case missingScope
        /// `at_hash` belongs to another access token.
        case wrongAtHash
        /// `c_hash` belongs to another code.
        case wrongCHash
        /// A claim is repeated.
        case duplicateClaim
        /// Another key signed the token, under the correct key's `kid`.
        case wrongKey
        /// An unpublished key signed the token, under its own `kid`.
        case unknownKey
        /// The token has no signature, and `alg` is `none`.
        case algNone
        /// The provider's public key was used as an HMAC secret.
        case algHS256
        /// A claim was changed after the token was signed.
        case tamperedPayload
        /// The last bytes of the signature are missing.
        case truncatedSignature
        /// The signature is missing.
        case missingSignature
        /// The token has Base64 padding, which is invalid.
        case paddedBase64
        /// `crit` names an extension that clients do not support.
        case criticalHeader
        /// The token is 20 KB long, which exceeds the header limits of servers.
        case oversized
        /// The text is not a JWT.
        case notAToken
        /// A custom claim: ``TokenDefect/name`` with ``TokenDefect/value``, or without the claim if the value is `nil`.
        case claim
        /// A custom header member, with name and value as for `claim`.
        case header
    }

    /// The kind of defect.
    public var kind: Kind
    /// The name of the claim or header member, for ``Kind/claim`` and ``Kind/header``.
    public var name: String?
    /// The value of the claim or header member; `nil` removes it.
    public var value: JSONValue?

    /// Creates a defect.
    public init(_ kind: Kind, name: String? = nil, value: JSONValue? = nil) {
        (self.kind, self.name, self.value) = (kind, name, value)
    }

    /// Creates a defect that sets a claim; `nil` removes the claim.
    public static func claim(_ name: String, _ value: JSONValue?) -> TokenDefect {
        TokenDefect(.claim, name: name, value: value)
    }

    /// Creates a defect that sets a header member; `nil` removes the member.
    public static func header(_ name: String, _ value: JSONValue?) -> TokenDefect {
        TokenDefect(.header, name: name, value: value)
    }
}

extension TokenDefect: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, name, value
    }

    /// Decodes a name, or an object with `kind`, `name`, and `value`.
    public init(from decoder: any Decoder) throws {
        if let kind = try? decoder.singleValueContainer().decode(String.self) {
            self.init(try Self.kind(kind, at: decoder.codingPath))
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try Self.kind(try container.decode(String.self, forKey: .kind), at: decoder.codingPath),
            name: try container.decodeIfPresent(String.self, forKey: .name),
            value: try container.decodeIfPresent(JSONValue.self, forKey: .value))
    }

    private static func kind(_ name: String, at path: [any CodingKey]) throws -> Kind {
        guard let kind = Kind(rawValue: name) else {
            let hint = NameSuggestion.sentence(for: name, in: Kind.allCases.map(\.rawValue))
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "There is no defect '\(name.prefix(40))'\(hint)"))
        }
        return kind
    }

    /// Encodes an object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind.rawValue, forKey: .kind)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(value, forKey: .value)
    }
}
