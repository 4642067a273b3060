// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB

/// A message that the real service would send by e-mail or to a telephone.
package struct InboxMessage: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "inboxMessage"

    /// The channel of a message.
    package enum Channel: String, Codable, Sendable {
        case email, sms
    }

    package var id: Int64?
    package let channel: Channel
    /// The e-mail address or telephone number.
    package let recipient: String
    /// The sender: a directory's name.
    package let sender: String
    package let text: String
    /// The code in the text, to show it large.
    package let code: String?
    package let sentAt: Date

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
