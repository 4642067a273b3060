// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Counts wrong passwords of an account in a row, and locks the account after too many.
package struct PasswordAttempts: Sendable, Hashable {
    /// The number of wrong passwords in a row that locks an account, as in the real service.
    static let limit = 10
    /// The seconds for which an account is locked; the real service begins with a minute too, and takes longer each
    /// time.
    static let lockTime: TimeInterval = 60

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
        lockedUntil = now + Self.lockTime
    }
}

extension DirectoryPerson {
    /// The count and the lock, which the person's columns store.
    var passwordAttempts: PasswordAttempts {
        get { PasswordAttempts(failedAttempts: failedAttempts, lockedUntil: lockedUntil) }
        set { (failedAttempts, lockedUntil) = (newValue.failedAttempts, newValue.lockedUntil) }
    }
}
