// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
import PortableFoundation
import SQLiteRecords

/// Six-digit codes that prove access to an email address or a phone number; a newer code replaces an older one.
///
/// ``OneTimeCodeEffort`` limits the attempts over all codes. The numbers are our choice.
package struct OneTimeCodes: Sendable {
    package enum Outcome: Sendable, Hashable {
        case accepted
        case wrong
        /// The tenant sent no code, it expired, or it was tried too often: another one must be sent.
        case void
        case exhausted
    }

    package let database: TenantDatabase
    package let random: RandomSource

    package init(database: TenantDatabase, random: RandomSource) {
        (self.database, self.random) = (database, random)
    }

    static let attempts = 5
    /// The number of valid codes; another code deletes the oldest.
    static let capacity = 1000

    /// `nil` if the holder received too many codes; ``CodeDelivery`` describes subject and holder.
    func make(for subject: String, of holder: String, now: Date) async throws -> String? {
        let code = digits()
        let row = OneTimeCodeRow(
            subject: subject, codeHash: Self.hash(code, subject), expiresAt: now + database.lifetimes[.oneTimeCode],
            attempts: 0)
        return try await database.write { database in
            try OneTimeCodeRow.filter(Column("expiresAt") < now).deleteAll(database)
            var effort = try OneTimeCodeEffort.current(of: holder, now: now, in: database)
            guard effort.allowsSending else { return nil }
            effort.sent += 1
            try OneTimeCodeEffort.makeRoom(in: database, capacity: OneTimeCodeEffort.capacity)
            try effort.save(database)
            try OneTimeCodeRow.makeRoom(in: database, capacity: Self.capacity)
            try row.save(database)
            return code
        }
    }

    func isUnderway(for subject: String, now: Date) async throws -> Bool {
        try await database.read { database in
            let row = try OneTimeCodeRow.fetchOne(database, key: subject)
            return row.map { $0.expiresAt > now && $0.attempts < Self.attempts } ?? false
        }
    }

    func check(_ code: String, for subject: String, of holder: String, now: Date) async throws -> Outcome {
        let hash = Self.hash(code.filter { !$0.isWhitespace }, subject)
        return try await database.write { database in
            var effort = try OneTimeCodeEffort.current(of: holder, now: now, in: database)
            guard effort.allowsTrying else { return .exhausted }
            guard var row = try OneTimeCodeRow.fetchOne(database, key: subject), row.expiresAt > now,
                row.attempts < Self.attempts
            else { return .void }
            guard row.codeHash.isSameSecret(as: hash) else {
                row.attempts += 1
                try row.update(database)
                effort.attempts += 1
                try effort.save(database)
                guard effort.allowsTrying else { return .exhausted }
                return row.attempts < Self.attempts ? .wrong : .void
            }
            try row.delete(database)
            effort.sent = 0
            try effort.save(database)
            return .accepted
        }
    }

    private func digits() -> String {
        let number = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 1_000_000
        return String(repeating: "0", count: 6 - String(number).count) + String(number)
    }

    private static func hash(_ code: String, _ subject: String) -> String { SecretHash.of("\(subject) \(code)") }
}

struct OneTimeCodeRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "oneTimeCode"

    let subject: String
    let codeHash: String
    let expiresAt: Date
    var attempts: Int
}

/// Counts per holder, across browsers and codes; the price is that a stranger can make the owner wait.
package struct OneTimeCodeEffort: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "oneTimeCodeEffort"

    static let limit = 15
    /// The number of counted holders; another holder deletes the oldest.
    static let capacity = 10_000
    package static let refusal = "Too many codes were sent or tried. Wait an hour, then try again."

    let holder: String
    var attempts = 0
    var sent = 0
    let endsAt: Date

    var allowsSending: Bool { allowsTrying && sent < Self.limit }
    var allowsTrying: Bool { attempts < Self.limit }

    /// Also deletes the counts of all holders after their hour.
    static func current(of holder: String, now: Date, in database: Database) throws -> OneTimeCodeEffort {
        try filter(Column("endsAt") <= now).deleteAll(database)
        return try fetchOne(database, key: holder)
            ?? OneTimeCodeEffort(holder: holder, endsAt: now + WaitingTimes.oneTimeCodes)
    }
}
