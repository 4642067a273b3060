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

    /// Ends all grants to a person from before a time, and the browser sessions: the one rule for signing out
    /// everywhere, a new password and a disabled account.
    ///
    /// The caller saves the person in the same transaction.
    package mutating func revokeSignInSessions(at now: Date, _ database: Database) throws {
        try SignInEnd.revoke(of: id, database)
        signInSessionsValidFrom = now.wholeSeconds
    }
}

extension TenantDatabase {
    /// Ends all grants to a person from before a time, and the person's browser sessions.
    package func revokeSessions(of personID: String, now: Date) async throws {
        try await queue.write { database in
            guard var person = try DirectoryPerson.fetchOne(database, key: personID) else { return }
            try person.revokeSignInSessions(at: now, database)
            try person.update(database)
        }
    }
}
