// SPDX-License-Identifier: Apache-2.0
import JOSE

/// What a client says that it can do, in the claim `xms_cc` of the access tokens that it asks for.
struct ClientCapabilities: Sendable {
    /// The capabilities that mean something here.
    enum Name: String, Sendable {
        /// It asks for another token when one is refused before its end, and so may have tokens for a day.
        case continuousAccess = "cp1"
    }

    private let values: Set<String>

    /// Reads the parameter `claims`; without it, a client can do nothing in particular.
    ///
    /// OpenID Connect Core §5.5
    ///
    /// - Throws: ``EntraError`` (9000410).
    init(claims: String?) throws {
        guard let claims, !claims.isEmpty else {
            values = []
            return
        }
        guard let members = try? StrictJSON.object(in: Array(claims.utf8)) else { throw EntraError.malformedJSON }
        let request = members["access_token"]?.object?["xms_cc"]?.object
        values = Set(request?["values"]?.array?.compactMap(\.string) ?? [])
    }

    func contains(_ name: Name) -> Bool { values.contains(name.rawValue) }
}
