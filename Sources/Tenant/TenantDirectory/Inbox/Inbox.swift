// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// The messages to people; a page of the platform shows them, because nothing leaves this machine.
package struct Inbox: Sendable {
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// The number of messages to keep; the figure is ours.
    static let capacity = 200

    /// Stores a message, and deletes the oldest beyond ``capacity``.
    func deliver(_ message: InboxMessage) async throws {
        try await database.queue.write { database in
            var message = message
            try message.insert(database)
            guard let id = message.id else { return }
            try InboxMessage.filter(Column("id") <= id - Int64(Self.capacity)).deleteAll(database)
        }
    }

    /// The messages, newest first.
    package func messages() async throws -> [InboxMessage] {
        try await database.queue.read { try InboxMessage.order(Column("id").desc).fetchAll($0) }
    }
}
