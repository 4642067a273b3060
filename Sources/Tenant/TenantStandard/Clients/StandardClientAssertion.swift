// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantDirectory

/// A JWT that a client signed: to authenticate itself, or to request a token for a person.
///
/// RFC 7521 §4.1 and §4.2, RFC 7523 §3, OpenID Connect Core §9
struct StandardClientAssertion: Sendable {
    /// The only supported type of client assertion.
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The longest lifetime that an assertion may have: an hour, in seconds.
    static let longestLife: TimeInterval = 3600

    private let token: String
    /// The client or the person that the assertion names, not verified yet.
    let subject: String

    /// Decodes an assertion; `nil` for any other text.
    init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = try? Base64URL.decode(parts[1]),
            let subject = (try? StrictJSON.object(in: payload))?["sub"]?.string
        else { return nil }
        self.token = token
        self.subject = subject
    }

    /// The id and expiry of the assertion, if signature, issuer, audience and times are valid; `nil` otherwise.
    ///
    /// - Parameters:
    ///   - client: The client; its keys verify the signature.
    ///   - audiences: The accepted audiences: the issuer, and the addresses of endpoints.
    ///   - now: The time.
    /// - Returns: The id of the assertion, and its expiry.
    func judged(
        by client: StandardClient, audiences: Set<String>, now: Date
    ) -> (identifier: String, expiresAt: Date)? {
        guard let unverified = try? UnverifiedJWS(token, accepting: Set(TokenAlgorithm.allCases.map(\.signature))),
            let key = client.keys?.key(for: unverified.header), let verified = try? unverified.verified(with: key),
            let claims = try? StrictJSON.object(in: verified.payload),
            claims["iss"]?.string == client.id,
            !audiences.isDisjoint(with: claims["aud"]?.stringOrStrings ?? []),
            let end = claims["exp"]?.double, let identifier = claims["jti"]?.string,
            (1...256).contains(identifier.utf8.count)
        else { return nil }
        let seconds = now.timeIntervalSince1970
        let start = max(claims["nbf"]?.double ?? 0, claims["iat"]?.double ?? 0)
        guard end > seconds, end <= seconds + Self.longestLife, start <= seconds + 60 else { return nil }
        return (identifier, Date(timeIntervalSince1970: end))
    }
}

extension JSONValue {
    /// The strings of a claim that is one string or an array. RFC 7519 §4.1.3
    var stringOrStrings: [String] { string.map { [$0] } ?? array?.compactMap(\.string) ?? [] }
}
