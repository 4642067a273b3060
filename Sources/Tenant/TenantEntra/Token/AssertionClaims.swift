// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE

/// The claims of an assertion about a client.
///
/// RFC 7523 §3
struct AssertionClaims: Sendable {
    let issuer: String
    let subject: String
    let audiences: [String]
    let expiresAt: Date
    let notBefore: Date?

    /// The maximum difference between two clocks, in seconds.
    static let tolerance: TimeInterval = 300
    /// The maximum lifetime of an assertion, in seconds; the limit is Tessera's.
    static let maximumLifetime: TimeInterval = 86_400

    /// Reads the claims.
    ///
    /// - Throws: ``EntraError`` (90014) if one is missing, or of the wrong type.
    init(_ members: [String: JSONValue]) throws {
        issuer = try Self.text("iss", in: members)
        subject = try Self.text("sub", in: members)
        let audience = members["aud"]
        audiences = audience?.array?.compactMap(\.string) ?? [audience?.string].compactMap { $0 }
        guard !audiences.isEmpty else { throw EntraError.missingField("aud") }
        guard let end = members["exp"]?.double, end.isFinite else { throw EntraError.missingField("exp") }
        expiresAt = Date(timeIntervalSince1970: end)
        notBefore = members["nbf"]?.double.map(Date.init(timeIntervalSince1970:))
    }

    /// Refuses an assertion that is not valid now, or valid for too long.
    ///
    /// - Throws: ``EntraError`` (700024).
    func checkTime(now: Date) throws {
        let begin = notBefore ?? now
        guard begin <= now + Self.tolerance, expiresAt > now - Self.tolerance,
            expiresAt.timeIntervalSince(begin) <= Self.maximumLifetime + Self.tolerance
        else { throw EntraError.assertionOutOfTime(from: notBefore, to: expiresAt, now: now) }
    }

    private static func text(_ name: String, in members: [String: JSONValue]) throws -> String {
        guard let text = members[name]?.string, !text.isEmpty else { throw EntraError.missingField(name) }
        return text
    }
}
