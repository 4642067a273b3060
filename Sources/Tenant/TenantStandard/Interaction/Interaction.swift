// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A request that waits while pages are shown; browsers carry its id alone, so nobody can change it.
struct Interaction: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardInteraction"

    let idHash: String
    /// The authorization request, encoded.
    let parameters: String
    let isPushed: Bool
    /// The code of the device that waits for the answer; `nil` where the request says where it goes.
    var userCode: String?
    /// Who signed in, or was chosen, in this interaction; `nil` until then.
    var personID: String?
    let expiresAt: Date
}
