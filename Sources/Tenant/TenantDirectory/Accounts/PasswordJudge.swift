// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB

/// Checks passwords for every page and endpoint, and counts the wrong ones.
package struct PasswordJudge: Sendable {
    package let database: TenantDatabase
    package let now: @Sendable () -> Date

    package init(database: TenantDatabase, now: @escaping @Sendable () -> Date) {
        (self.database, self.now) = (database, now)
    }

    /// Accepts the person's password, and resets the count of wrong ones.
    ///
    /// An account that is locked, disabled or without a password is refused before its password is checked. Only a
    /// right password is refused as expired.
    ///
    /// - Throws: ``PasswordRefusal``.
    package func check(_ password: String, of person: DirectoryPerson) async throws {
        let now = now()
        guard let person = try await database.person(person.id),
            let home = try await database.tenant(person.tenantID)
        else { throw PasswordRefusal.wrong }
        let hash = person.passwordHash ?? home.passwordHash
        if let refusal = person.refusal(at: now, hash: hash) { throw refusal }
        let accepted = try await PasswordHash.accepts(password, against: hash)
        let refusal = try await database.queue.write { database in
            // The current record: other requests may have counted tries, or changed the password, during the hashing.
            guard var current = try DirectoryPerson.fetchOne(database, key: person.id) else {
                return PasswordRefusal.wrong as PasswordRefusal?
            }
            if let refusal = current.refusal(at: now, hash: hash) { return refusal }
            let isRight = accepted && current.passwordHash == person.passwordHash
            try current.updateChanges(database) { $0.passwordAttempts.count(isRight: isRight, now: now) }
            guard isRight else { return .wrong }
            return current.forceChangePasswordNextSignIn ? .expired : nil
        }
        if let refusal { throw refusal }
    }
}

extension DirectoryPerson {
    /// The reason to refuse every password now; `nil` if the account accepts the right one.
    fileprivate func refusal(at now: Date, hash: String) -> PasswordRefusal? {
        if passwordAttempts.isLocked(at: now) { return .locked }
        guard accountEnabled else { return .disabled }
        return hash.isEmpty ? .absent : nil
    }
}
