// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantDirectory

/// A token that a client signed: to prove itself, or to ask for a token of a person.
///
/// RFC 7521 §4.1 and §4.2, RFC 7523 §3, OpenID Connect Core §9
struct StandardClientAssertion: Sendable {
    /// The one type of assertion that is read.
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The longest life that an assertion may give itself: an hour.
    static let longestLife: TimeInterval = 3600

    private let token: String
    /// The client or the person that the assertion names, not judged yet.
    let subject: String

    /// Takes an assertion apart; `nil` for what is none.
    init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = try? Base64URL.decode(parts[1]),
            let subject = (try? StrictJSON.object(in: payload))?["sub"]?.string
        else { return nil }
        self.token = token
        self.subject = subject
    }

    /// The claims, once signature, parties and times are right; `nil` otherwise.
    ///
    /// - Parameters:
    ///   - client: The client whose keys decide.
    ///   - audiences: What the assertion may be meant for: the issuer, and the endpoint that was asked.
    ///   - now: The time.
    /// - Returns: The id of the assertion, and when it ends.
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
    /// The texts of a claim that is one text or several. RFC 7519 §4.1.3
    var stringOrStrings: [String] { string.map { [$0] } ?? array?.compactMap(\.string) ?? [] }
}
