// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import GRDB

/// The event that ended a grant or a session.
package enum GrantEnd: Sendable, Hashable {
    /// An administrator disabled the account.
    case accountDisabled
    /// A revocation ended everything from before this time.
    case revoked(before: Date)
}

extension DirectoryPerson {
    /// The event that ended a grant or session which began at this time; `nil` while it is good.
    package func end(ofGrantFrom grantedAt: Date) -> GrantEnd? {
        guard accountEnabled else { return .accountDisabled }
        guard let validFrom = signInSessionsValidFrom, grantedAt < validFrom else { return nil }
        return .revoked(before: validFrom)
    }

    /// Ends everything that was granted to somebody before a time, and the sessions in browsers with it: the one
    /// rule for signing out everywhere, a new password and a blocked account.
    ///
    /// The caller writes the person down, in the same transaction.
    package mutating func revokeSignInSessions(at now: Date, _ database: Database) throws {
        try SignInEnd.revoke(of: id, database)
        signInSessionsValidFrom = now.wholeSeconds
    }
}

extension TenantDatabase {
    /// Ends everything that was granted to somebody before a time, and the sessions in browsers with it.
    package func revokeSessions(of personID: String, now: Date) async throws {
        try await queue.write { database in
            guard var person = try DirectoryPerson.fetchOne(database, key: personID) else { return }
            try person.revokeSignInSessions(at: now, database)
            try person.update(database)
        }
    }
}
