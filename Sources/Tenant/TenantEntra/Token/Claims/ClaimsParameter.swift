// SPDX-License-Identifier: Apache-2.0
import JOSE

/// The claims that an app requests with the parameter `claims`.
///
/// OpenID Connect Core §5.5; the app also uses it to forward an API's claims challenge.
package struct ClaimsParameter: Sendable, Hashable {
    /// The request for one claim.
    struct Entry: Sendable, Hashable {
        /// Whether the app requires the claim.
        var isEssential = false
        /// The accepted values; empty accepts any.
        var values: [String] = []
    }

    private(set) var idToken: [String: Entry] = [:]
    private(set) var accessToken: [String: Entry] = [:]

    /// Reads the parameter; `nil` or empty text requests no claims.
    ///
    /// - Throws: ``EntraError`` (9000410) if it is not a JSON object, or a member has the wrong type.
    init(_ text: String?) throws(EntraError) {
        guard let text, !text.isEmpty else { return }
        guard let members = try? StrictJSON.object(in: text.utf8) else {
            throw .malformedJSON
        }
        idToken = try Self.entries(members["id_token"])
        accessToken = try Self.entries(members["access_token"])
    }

    /// The claims of both requests; for the same claim, the other request has priority.
    func merging(_ other: ClaimsParameter) -> ClaimsParameter {
        var merged = self
        merged.idToken.merge(other.idToken) { $1 }
        merged.accessToken.merge(other.accessToken) { $1 }
        return merged
    }

    /// The authentication contexts, such as `c1`, that the app requests as essential.
    var authenticationContexts: [String] {
        Set([idToken["acrs"], accessToken["acrs"]].compactMap(\.self).filter(\.isEssential).flatMap(\.values)).sorted()
    }

    /// The client's capabilities; `cp1` handles claims challenges.
    var clientCapabilities: [String] { accessToken["xms_cc"]?.values ?? [] }

    private static func entries(_ value: JSONValue?) throws(EntraError) -> [String: Entry] {
        guard let value, value != .null else { return [:] }
        guard let members = value.object else {
            throw .malformedJSON
        }
        var entries: [String: Entry] = [:]
        for (name, member) in members { entries[name] = try entry(member) }
        return entries
    }

    /// `null` requests the claim without conditions.
    private static func entry(_ value: JSONValue) throws(EntraError) -> Entry {
        if value == .null { return Entry() }
        guard let members = value.object else {
            throw .malformedJSON
        }
        let values = members["values"]?.array ?? members["value"].map { [$0] } ?? []
        return Entry(isEssential: members["essential"]?.boolean ?? false, values: values.compactMap(\.string))
    }
}
