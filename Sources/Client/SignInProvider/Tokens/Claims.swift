// SPDX-License-Identifier: Apache-2.0
@_exported public import JSONWebSignatures  // Code that reads claims can name their values.
package import OAuthMessages
public import PortableFoundation

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
    /// All claims.
    public let values: [String: JSONValue]

    package init(_ values: [String: JSONValue]) { self.values = values }

    /// - Throws: ``Refusal`` (`tokenMalformed`) unless the payload is one JSON object with unique names.
    package init(payload: [UInt8]) throws(Refusal) {
        do {
            values = try StrictJSON.object(in: payload)
        } catch {
            throw Refusal(.tokenMalformed, "the token's claims are malformed", cause: error)
        }
    }

    /// Accesses a claim by name.
    public subscript(name: String) -> JSONValue? { values[name] }

    /// Returns a string claim.
    public func string(_ name: String) -> String? { values[name]?.string }

    package func text(_ name: String) -> String? { string(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns a time claim, which is in seconds since 1970; `nil` for a number that is none, such as milliseconds.
    public func date(_ name: String) -> Date? { values[name]?.numericDate }

    /// At least 0; `nil` without the claim, or if it is further in the future than clocks may differ.
    package func age(of name: String, at now: Date, tolerance: TimeInterval) -> TimeInterval? {
        guard let age = date(name).map(now.timeIntervalSince), age >= -tolerance else { return nil }
        return max(age, 0)
    }

    /// Returns a claim that is a string or a list of strings, such as `aud`; empty if it is neither.
    public func strings(_ name: String) -> [String] {
        switch values[name] {
        case .string(let value): return [value]
        case .array(let items):
            let texts = items.compactMap(\.string)
            // A list with other elements is invalid, so no part of it counts.
            return texts.count == items.count ? texts : []
        default: return []
        }
    }

    func without(_ name: String) -> Claims {
        var values = values
        values[name] = nil
        return Claims(values)
    }

    /// Returns whether a claim is present.
    public func has(_ name: String) -> Bool { values[name] != nil }
}
