// SPDX-License-Identifier: Apache-2.0
import JOSE

/// An assertion with an unverified signature: its claims serve only to select the key.
///
/// RFC 7521 §5.2
struct UnverifiedAssertion: Sendable {
    /// The unverified claims.
    let claims: AssertionClaims
    /// The names that the assertion gives its key.
    let keyNames: [String]
    private let token: UnverifiedJWS

    /// The accepted signature algorithms.
    private static let algorithms: Set<SignatureAlgorithm> = [.rs256, .ps256, .es256]

    /// Parses an assertion.
    ///
    /// - Throws: ``EntraError`` (50027, 90014).
    init(_ text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let token = try? UnverifiedJWS(text, accepting: Self.algorithms), parts.count == 3,
            let header = Self.members(of: parts[0]), let payload = Self.members(of: parts[1])
        else { throw EntraError.malformedAssertion }
        self.token = token
        // RFC 7515 §4.1.4, §4.1.7, §4.1.8; MSAL for Python pads thumbprints, and the real service accepts padding.
        keyNames = ["kid", "x5t", "x5t#S256"].compactMap { header[$0]?.string }
            .map { String($0.prefix { $0 != "=" }) }
        claims = try AssertionClaims(payload)
    }

    /// Whether a key signed it.
    func isSigned(with key: JSONWebKey) -> Bool { (try? token.verified(with: key)) != nil }

    /// The key of a set that the assertion's header selects.
    func key(in keys: JSONWebKeySet) -> JSONWebKey? { keys.key(for: token.header) }

    private static func members(of part: Substring) -> [String: JSONValue]? {
        (try? Base64URL.decode(part)).flatMap { try? StrictJSON.object(in: $0) }
    }
}
