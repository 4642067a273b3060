// SPDX-License-Identifier: Apache-2.0
import JOSE
import OAuth

/// The rights of a grant or a token: scopes, the APIs that accept it, and authorization details.
///
/// RFC 6749 §3.3, RFC 8707 §2, RFC 9396 §2
struct StandardRights: Sendable, Hashable {
    var scopes: ScopeSet
    /// The URIs of the APIs that the client named; without any, the scopes choose the APIs.
    var resources: [String] = []
    var details: AuthorizationDetails?

    /// The part that a person agrees to once: the scopes, and the named APIs.
    var consents: ScopeSet { scopes.union(ScopeSet(resources)) }
}

/// A row that stores rights in three columns.
protocol StandardRightsRow {
    /// The scopes, separated by spaces.
    var scope: String { get }
    /// The URIs of the APIs, separated by spaces; `nil` if the client named none.
    var resources: String? { get }
    /// The authorization details, as JSON.
    var authorizationDetails: String? { get }
}

extension StandardRightsRow {
    var rights: StandardRights {
        StandardRights(
            scopes: ScopeSet(text: scope), resources: ScopeSet(text: resources ?? "").scopes,
            details: authorizationDetails.flatMap(AuthorizationDetails.init(stored:)))
    }
}

extension StandardRights {
    /// The value of a row's column `resources`.
    var resourceText: String? { resources.isEmpty ? nil : resources.joined(separator: " ") }

    /// The value of a row's column `authorizationDetails`.
    var detailText: String? { details?.json.text }
}
