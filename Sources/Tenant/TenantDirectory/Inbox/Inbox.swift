// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords

/// Messages to people, which a page of the tenant shows, because nothing leaves this machine.
package struct Inbox: Sendable {
    package let database: TenantDatabase

    package init(database: TenantDatabase) { self.database = database }

    static let capacity = 200

    func deliver(_ message: InboxMessage) async throws {
        try await database.write { database in
            try message.insert(database)
            let id = database.lastInsertedRowID
            try InboxMessage.filter(Column("id") <= id - Int64(Self.capacity)).deleteAll(database)
        }
    }

    package func messages(to recipient: String? = nil) async throws -> [InboxMessage] {
        try await database.read { database in
            try InboxMessage.fetchAll(
                database,
                sql: """
                    SELECT * FROM inboxMessage WHERE ?1 IS NULL OR recipient = ?1 COLLATE NOCASE ORDER BY id DESC
                    """, arguments: [recipient])
        }
    }
}

/// A message that the real service would send by email or to a phone.
package struct InboxMessage: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "inboxMessage"

    package enum Channel: String, Codable, Sendable {
        case email, sms
    }

    package var id: Int64?
    package let channel: Channel
    package let recipient: String
    package let sender: String
    package let text: String
    /// The code in the text, which the page shows large.
    package let code: String?
    package let sentAt: Date
}

/// Sends and checks one-time codes for one purpose and recipient.
package struct CodeDelivery: Sendable {
    package let codes: OneTimeCodes
    package let inbox: Inbox
    package let now: @Sendable () -> Date
    /// The purpose of the code, such as a person's sign-in in one browser.
    package let subject: String
    /// The person or address that receives it, in any browser; sent and tried codes are counted per holder.
    package let holder: String
    package let channel: InboxMessage.Channel
    package let recipient: String
    package let sender: String

    package init(
        codes: OneTimeCodes, inbox: Inbox, now: @escaping @Sendable () -> Date, subject: String, holder: String,
        channel: InboxMessage.Channel, recipient: String, sender: String
    ) {
        (self.codes, self.inbox, self.now, self.subject) = (codes, inbox, now, subject)
        (self.holder, self.channel, self.recipient, self.sender) = (holder, channel, recipient, sender)
    }

    package func isUnderway() async throws -> Bool { try await codes.isUnderway(for: subject, now: now()) }

    /// Invalidates the subject's earlier codes; returns `false` if the holder received too many.
    package func send(_ text: ((String) -> String)? = nil) async throws -> Bool {
        let now = now()
        guard let code = try await codes.make(for: subject, of: holder, now: now) else { return false }
        try await inbox.deliver(
            InboxMessage(
                channel: channel, recipient: recipient, sender: sender,
                text: text?(code) ?? "Use verification code \(code) for \(sender) authentication.", code: code,
                sentAt: now))
        return true
    }

    package func check(_ code: String) async throws -> OneTimeCodes.Outcome {
        try await codes.check(code, for: subject, of: holder, now: now())
    }
}

extension OneTimeCodes.Outcome {
    /// The error on the page of a second factor; after ``void``, the page has sent another code.
    package var secondFactorError: String? {
        switch self {
        case .accepted: nil
        case .wrong: "The code is incorrect. Try again."
        case .void: "That code has expired, or was tried too often. Another code was sent."
        case .exhausted: OneTimeCodeEffort.refusal
        }
    }
}
