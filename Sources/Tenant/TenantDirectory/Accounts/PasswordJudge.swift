// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords

package struct PasswordJudge: Sendable {
    package let database: TenantDatabase
    package let now: @Sendable () -> Date

    package init(database: TenantDatabase, now: @escaping @Sendable () -> Date) {
        (self.database, self.now) = (database, now)
    }

    /// Rejects a locked or disabled account before the password is checked; only the correct one can be expired.
    package func check(_ password: String, of person: DirectoryPerson) async throws {
        guard let person = try await database.person(person.id),
            let home = try await database.tenant(person.tenantID)
        else { throw PasswordRefusal.wrong }
        let hash = person.passwordHash ?? home.passwordHash
        if let refusal = person.refusal(at: now(), hash: hash) { throw refusal }
        let accepted = try await PasswordHash.accepts(password, against: hash)
        let refusal = try await database.write { database in
            // The current record: during the hashing, requests may have counted attempts, or changed the password.
            guard var current = try DirectoryPerson.fetchOne(database, key: person.id) else {
                return PasswordRefusal.wrong as PasswordRefusal?
            }
            // The time of this transaction: the clock may have been moved back during the hashing.
            let now = now()
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
    fileprivate func refusal(at now: Date, hash: String) -> PasswordRefusal? {
        if passwordAttempts.isLocked(at: now) { return .locked }
        guard accountEnabled else { return .disabled }
        return hash.isEmpty ? .absent : nil
    }

    var passwordAttempts: PasswordAttempts {
        get { PasswordAttempts(failedAttempts: failedAttempts, lockedUntil: lockedUntil) }
        set { (failedAttempts, lockedUntil) = (newValue.failedAttempts, newValue.lockedUntil) }
    }
}

package struct PasswordAttempts: Sendable, Hashable {
    /// Consecutive wrong passwords that lock the account, as in the real service.
    static let limit = 10

    package var failedAttempts = 0
    package var lockedUntil: Date?

    package init(failedAttempts: Int = 0, lockedUntil: Date? = nil) {
        (self.failedAttempts, self.lockedUntil) = (failedAttempts, lockedUntil)
    }

    package func isLocked(at now: Date) -> Bool { lockedUntil.map { $0 > now } ?? false }

    package mutating func count(isRight: Bool, now: Date) {
        failedAttempts = isRight ? 0 : failedAttempts + 1
        lockedUntil = nil
        guard failedAttempts >= Self.limit else { return }
        failedAttempts = 0
        lockedUntil = now + WaitingTimes.lock
    }
}

/// A reason to reject a password; each protocol returns its own error.
package enum PasswordRefusal: Error, Sendable, Hashable, CaseIterable {
    case wrong
    case locked
    case disabled
    case absent
    case expired

    package var text: String {
        switch self {
        case .wrong: "The password is incorrect. Try again."
        case .locked: "Too many wrong passwords were entered for this account. Wait a minute, then try again."
        case .disabled: "This account is disabled. Ask an administrator of your directory to enable it."
        case .absent:
            "This account has no password. Ask an administrator to set one."
        case .expired: "The password is expired."
        }
    }
}
