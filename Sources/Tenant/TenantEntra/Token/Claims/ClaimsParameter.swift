// SPDX-License-Identifier: Apache-2.0
import JOSE

/// What an app asks tokens to say, with the parameter `claims`.
///
/// OpenID Connect Core §5.5; what a claims challenge of an API holds is sent on in it.
package struct ClaimsParameter: Sendable, Hashable {
    /// What is asked about one claim.
    struct Entry: Sendable, Hashable {
        /// Whether the app can do nothing without it.
        var isEssential = false
        /// The values that would do; empty if any will.
        var values: [String] = []
    }

    private(set) var idToken: [String: Entry] = [:]
    private(set) var accessToken: [String: Entry] = [:]

    /// Reads the parameter; without one, nothing is asked for.
    ///
    /// - Throws: ``EntraError`` (9000410) if it is not a JSON object, or a member is not what it must be.
    init(_ text: String?) throws(EntraError) {
        guard let text, !text.isEmpty else { return }
        guard let members = try? StrictJSON.object(in: text.utf8) else {
            throw .malformedJSON
        }
        idToken = try Self.entries(members["id_token"])
        accessToken = try Self.entries(members["access_token"])
    }

    /// What both ask for; of one claim, what the other says.
    func merging(_ other: ClaimsParameter) -> ClaimsParameter {
        var merged = self
        merged.idToken.merge(other.idToken) { $1 }
        merged.accessToken.merge(other.accessToken) { $1 }
        return merged
    }

    /// The authentication contexts, such as `c1`, that the tokens must be good for.
    var authenticationContexts: [String] {
        Set([idToken["acrs"], accessToken["acrs"]].compactMap(\.self).filter(\.isEssential).flatMap(\.values)).sorted()
    }

    /// What the client says that it can do; `cp1` handles claims challenges.
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

    /// `null` asks for the claim in the default manner.
    private static func entry(_ value: JSONValue) throws(EntraError) -> Entry {
        if value == .null { return Entry() }
        guard let members = value.object else {
            throw .malformedJSON
        }
        let values = members["values"]?.array ?? members["value"].map { [$0] } ?? []
        return Entry(isEssential: members["essential"]?.boolean ?? false, values: values.compactMap(\.string))
    }
}
