// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A message that the platform would have sent, had it a mail server and a telephone.
struct InboxMessage: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "inboxMessage"

    /// How a message travels.
    enum Channel: String, Codable, Sendable {
        case email, sms
    }

    var id: Int64?
    let channel: Channel
    /// The e-mail address or telephone number.
    let recipient: String
    /// Who would have sent it: a directory's name.
    let sender: String
    let text: String
    /// The code in the text, to show it large.
    let code: String?
    let sentAt: Date

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
