// SPDX-License-Identifier: Apache-2.0
public import Foundation
import JOSE
package import OAuth

/// The claims of a token, by name.
///
/// ```swift
/// let claims = account.identity.claims
/// let department = claims.string("department")
/// let groups = claims.strings("groups")
/// let authenticatedAt = claims.date("auth_time")
/// ```
///
/// RFC 7519 §4
public struct Claims: Sendable, Hashable {
    /// Every claim.
    public let values: [String: ClaimValue]

    /// Creates claims from values; to judge a token, use a validator instead.
    package init(_ values: [String: ClaimValue]) {
        self.values = values
    }

    /// Reads the payload of a token with a good signature.
    ///
    /// - Throws: ``Refusal`` (`tokenMalformed`) if it is not one JSON object with unique names.
    package init(payload: [UInt8]) throws(Refusal) {
        do {
            values = try StrictJSON.object(in: payload).mapValues(ClaimValue.init)
        } catch {
            throw Refusal(.tokenMalformed, "the token's claims cannot be read", cause: error)
        }
    }

    /// A claim.
    public subscript(name: String) -> ClaimValue? { values[name] }

    /// A claim that is text.
    public func string(_ name: String) -> String? {
        guard case .string(let value) = values[name] else { return nil }
        return value
    }

    /// A claim that is a time, in seconds since 1970.
    public func date(_ name: String) -> Date? {
        guard case .number(let value) = values[name], value.isFinite else { return nil }
        return Date(timeIntervalSince1970: value)
    }

    /// A claim that is text or a list of texts, as `aud` may be; empty if it is neither.
    public func strings(_ name: String) -> [String] {
        switch values[name] {
        case .string(let value): return [value]
        case .array(let items):
            let texts = items.compactMap { if case .string(let value) = $0 { value } else { nil } }
            // A list with other elements is not a list of names, and a part of it must not count.
            return texts.count == items.count ? texts : []
        default: return []
        }
    }

    /// The same claims without one.
    func without(_ name: String) -> Claims {
        var values = values
        values[name] = nil
        return Claims(values)
    }

    /// Whether a claim is there at all.
    public func has(_ name: String) -> Bool { values[name] != nil }
}
