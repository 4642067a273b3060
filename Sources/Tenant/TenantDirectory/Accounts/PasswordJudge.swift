// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB

/// Judges passwords, wherever somebody types or sends one, and counts the wrong ones.
package struct PasswordJudge: Sendable {
    package let database: TenantDatabase
    package let now: @Sendable () -> Date

    package init(database: TenantDatabase, now: @escaping @Sendable () -> Date) {
        (self.database, self.now) = (database, now)
    }

    /// Lets a password pass that is the person's, and forgets the wrong ones before it.
    ///
    /// An account that is locked, disabled or without a password is refused before anybody looks at the password;
    /// that a password is too old, only whoever has it hears.
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
            // As it is now: others may have tried, or changed it, while the password was looked at.
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
    /// Why no password counts; `nil` if the right one does.
    fileprivate func refusal(at now: Date, hash: String) -> PasswordRefusal? {
        if passwordAttempts.isLocked(at: now) { return .locked }
        guard accountEnabled else { return .disabled }
        return hash.isEmpty ? .absent : nil
    }
}
