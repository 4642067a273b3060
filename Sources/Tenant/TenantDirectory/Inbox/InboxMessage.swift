// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB

/// A message that the platform would have sent, had it a mail server and a telephone.
package struct InboxMessage: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "inboxMessage"

    /// How a message travels.
    package enum Channel: String, Codable, Sendable {
        case email, sms
    }

    package var id: Int64?
    package let channel: Channel
    /// The e-mail address or telephone number.
    package let recipient: String
    /// Who would have sent it: a directory's name.
    package let sender: String
    package let text: String
    /// The code in the text, to show it large.
    package let code: String?
    package let sentAt: Date

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
