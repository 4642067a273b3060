// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth

/// Codes of six digits that prove that somebody reads an e-mail address or holds a telephone.
///
/// A code is good for one subject, once, for ten minutes and five tries; a newer one replaces it. The figures are ours.
struct OneTimeCodes: Sendable {
    /// What became of a code that was typed in.
    enum Outcome: Sendable, Hashable {
        case accepted
        case wrong
        /// None was sent, it is too old, or it was tried too often: a new one must be sent.
        case void
    }

    let database: TenantDatabase
    let random: RandomSource

    static let lifetime: TimeInterval = 600
    static let attempts = 5

    /// Makes a code for a subject, such as the person and browser that it belongs to.
    func make(for subject: String, now: Date) async throws -> String {
        let code = digits()
        let row = OneTimeCodeRow(
            subject: subject, codeHash: Self.hash(code, subject), expiresAt: now + Self.lifetime, attempts: 0)
        try await database.queue.write { database in
            try OneTimeCodeRow.filter(Column("expiresAt") < now).deleteAll(database)
            try row.save(database)
        }
        return code
    }

    /// Whether a code was made for a subject that is still good.
    func isUnderway(for subject: String, now: Date) async throws -> Bool {
        try await database.queue.read { database in
            let row = try OneTimeCodeRow.fetchOne(database, key: subject)
            return row.map { $0.expiresAt > now && $0.attempts < Self.attempts } ?? false
        }
    }

    /// Judges a code, and counts the try in the same step.
    func check(_ code: String, for subject: String, now: Date) async throws -> Outcome {
        let hash = Self.hash(code.filter { !$0.isWhitespace }, subject)
        return try await database.queue.write { database in
            guard var row = try OneTimeCodeRow.fetchOne(database, key: subject), row.expiresAt > now,
                row.attempts < Self.attempts
            else { return .void }
            guard row.codeHash.isSameSecret(as: hash) else {
                row.attempts += 1
                try row.update(database)
                return row.attempts < Self.attempts ? .wrong : .void
            }
            try row.delete(database)
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
