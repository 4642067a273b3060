// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// An authorization request that is stored while pages are shown; browsers get only its id, so they cannot change it.
struct Interaction: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardInteraction"

    let idHash: String
    /// The authorization request, encoded.
    let parameters: String
    let isPushed: Bool
    /// The code of the device that waits for the response; `nil` for a response to a redirect URI.
    var userCode: String?
    /// The person that signed in, or was chosen, in this interaction; `nil` until then.
    var personID: String?
    let expiresAt: Date
}
