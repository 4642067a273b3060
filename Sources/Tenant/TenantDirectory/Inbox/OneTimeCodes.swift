// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
package import OAuth

/// Codes of six digits that prove that somebody reads an e-mail address or holds a telephone.
///
/// A code is good for one subject, once, for ten minutes and five tries; a newer one replaces it. The figures are ours.
/// Newer ones do not bring new tries without end: see ``OneTimeCodeEffort``.
package struct OneTimeCodes: Sendable {
    /// What became of a code that was typed in.
    package enum Outcome: Sendable, Hashable {
        case accepted
        case wrong
        /// None was sent, it is too old, or it was tried too often: a new one must be sent.
        case void
        /// Too many were tried for this holder; newer codes do not help for a while.
        case exhausted
    }

    package let database: TenantDatabase
    package let random: RandomSource

    package init(database: TenantDatabase, random: RandomSource) {
        (self.database, self.random) = (database, random)
    }

    static let lifetime: TimeInterval = 600
    static let attempts = 5
    /// How many codes are good at once; the oldest make room for the newest.
    static let capacity = 1000

    /// Makes a code to be sent.
    ///
    /// - Parameters:
    ///   - subject: What it is good for, such as a person in one browser.
    ///   - holder: Who gets it, a person or an address, in whatever browser.
    ///   - now: The time.
    /// - Returns: The code; `nil` if the holder had too many.
    /// - Throws: What the database throws.
    func make(for subject: String, of holder: String, now: Date) async throws -> String? {
        let code = digits()
        let row = OneTimeCodeRow(
            subject: subject, codeHash: Self.hash(code, subject), expiresAt: now + Self.lifetime, attempts: 0)
        return try await database.queue.write { database in
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

    /// Whether a code was made for a subject that is still good.
    func isUnderway(for subject: String, now: Date) async throws -> Bool {
        try await database.queue.read { database in
            let row = try OneTimeCodeRow.fetchOne(database, key: subject)
            return row.map { $0.expiresAt > now && $0.attempts < Self.attempts } ?? false
        }
    }

    /// Judges a code, and counts the try in the same step.
    func check(_ code: String, for subject: String, of holder: String, now: Date) async throws -> Outcome {
        let hash = Self.hash(code.filter { !$0.isWhitespace }, subject)
        return try await database.queue.write { database in
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

private struct OneTimeCodeRow: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "oneTimeCode"

    let subject: String
    let codeHash: String
    let expiresAt: Date
    var attempts: Int
}
