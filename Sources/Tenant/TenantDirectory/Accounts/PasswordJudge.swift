// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords

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
        guard let person = try await database.person(person.id),
            let home = try await database.tenant(person.tenantID)
        else { throw PasswordRefusal.wrong }
        let hash = person.passwordHash ?? home.passwordHash
        if let refusal = person.refusal(at: now(), hash: hash) { throw refusal }
        let accepted = try await PasswordHash.accepts(password, against: hash)
        let refusal = try await database.write { database in
            // The current record: other requests may have counted tries, or changed the password, during the hashing.
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
    /// The reason to refuse every password now; `nil` if the account accepts the right one.
    fileprivate func refusal(at now: Date, hash: String) -> PasswordRefusal? {
        if passwordAttempts.isLocked(at: now) { return .locked }
        guard accountEnabled else { return .disabled }
        return hash.isEmpty ? .absent : nil
    }

    /// The count and the lock, which the person's columns store.
    var passwordAttempts: PasswordAttempts {
        get { PasswordAttempts(failedAttempts: failedAttempts, lockedUntil: lockedUntil) }
        set { (failedAttempts, lockedUntil) = (newValue.failedAttempts, newValue.lockedUntil) }
    }
}

/// Counts wrong passwords of an account in a row, and locks the account after too many.
package struct PasswordAttempts: Sendable, Hashable {
    /// The number of wrong passwords in a row that locks an account, as in the real service.
    static let limit = 10

    /// The number of wrong passwords in a row since the last lock.
    package var failedAttempts = 0
    /// The time until which the account refuses every password.
    package var lockedUntil: Date?

    package init(failedAttempts: Int = 0, lockedUntil: Date? = nil) {
        (self.failedAttempts, self.lockedUntil) = (failedAttempts, lockedUntil)
    }

    /// Whether the account refuses every password now.
    package func isLocked(at now: Date) -> Bool { lockedUntil.map { $0 > now } ?? false }

    /// Counts a right or wrong password.
    package mutating func count(isRight: Bool, now: Date) {
        failedAttempts = isRight ? 0 : failedAttempts + 1
        lockedUntil = nil
        guard failedAttempts >= Self.limit else { return }
        failedAttempts = 0
        lockedUntil = now + WaitingTimes.lock
    }
}

/// A reason to refuse a password; each protocol answers with its own error.
package enum PasswordRefusal: Error, Sendable, Hashable, CaseIterable {
    /// It is not the account's password.
    case wrong
    /// Too many wrong passwords came before it; the account refuses every password for a while.
    case locked
    /// The account is disabled; only an administrator can enable it.
    case disabled
    /// The account has no password.
    case absent
    /// It is right, and too old.
    case expired

    /// A sentence for the person, without a number.
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
