// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantDirectory

package struct CustomerDirectory: Sendable {
    let database: TenantDatabase
    let tenantID: String
    let random: RandomSource

    package func customer(id: String) async throws -> Customer? {
        try await database.read { try Customer.fetchOne($0, key: id) }.flatMap {
            $0.tenantID == tenantID ? $0 : nil
        }
    }

    package func customer(email: String) async throws -> Customer? {
        try await database.read { database in
            try Customer.filter(Column("tenantID") == tenantID && Column("email") == email).fetchOne(database)
        }
    }

    /// Counts the attempt; returns `nil` if no customer has the address, and throws ``PasswordRefusal``.
    func check(
        _ password: String, of email: String, now: @escaping @Sendable () -> Date
    ) async throws -> Customer? {
        guard let customer = try await customer(email: email) else { return nil }
        guard customer.accountEnabled else { throw PasswordRefusal.disabled }
        if customer.passwordAttempts.isLocked(at: now()) { throw PasswordRefusal.locked }
        let accepted = try await PasswordHash.accepts(password, against: customer.passwordHash)
        let judged = try await database.write { database -> (customer: Customer, isRight: Bool)? in
            // Another request may have counted an attempt or changed the password while the hash was computed.
            guard var current = try Customer.fetchOne(database, key: customer.id) else { return nil }
            guard current.accountEnabled else { throw PasswordRefusal.disabled }
            // The time of this transaction: the clock may have been moved back during the hashing.
            let now = now()
            if current.passwordAttempts.isLocked(at: now) { throw PasswordRefusal.locked }
            let isRight = accepted && current.passwordHash == customer.passwordHash
            current.passwordAttempts.count(isRight: isRight, now: now)
            try current.update(database)
            return (current, isRight)
        }
        // Thrown inside the transaction, the error would roll back the count.
        guard judged?.isRight ?? true else { throw PasswordRefusal.wrong }
        return judged?.customer
    }

    func add(_ profile: CustomerProfile, email: String, password: String) async throws -> Customer? {
        var customer = Customer(
            id: random.identifier(), tenantID: tenantID, email: email, displayName: Customer.unnamed,
            passwordHash: try await PasswordHash.make(of: password, random: random))
        customer.take(profile)
        return try await database.write { [customer] database in
            // Of two concurrent sign-ups with the same address, the database accepts one.
            try customer.insert(database, onConflict: .ignore)
            return database.changesCount > 0 ? customer : nil
        }
    }

    /// Also ends earlier refresh tokens; returns `nil` after a concurrent password change.
    func reset(_ customer: Customer, to password: String, now: Date) async throws -> Customer? {
        let hash = try await PasswordHash.make(of: password, random: random)
        return try await database.write { database in
            guard var current = try Customer.fetchOne(database, key: customer.id),
                current.passwordHash == customer.passwordHash
            else { return nil }
            current.passwordHash = hash
            current.grantsEndedAt = now
            current.passwordAttempts = PasswordAttempts()
            try current.update(database)
            return current
        }
    }

    func change(_ id: String, _ body: @escaping @Sendable (inout Customer) -> Void) async throws -> Customer? {
        try await database.write { database in
            guard var current = try Customer.fetchOne(database, key: id), current.tenantID == tenantID else {
                return nil
            }
            body(&current)
            try current.update(database)
            return current
        }
    }
}
