// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import NIOPosix
import OAuth

/// The customers of a directory, and the judgement of their passwords.
struct CustomerDirectory: Sendable {
    /// What became of a password that was typed in.
    enum Outcome: Sendable, Hashable {
        case accepted(Customer)
        /// Nobody has this address.
        case unknown
        case wrong
        /// The password was wrong too often; nobody looks at it for a while.
        case locked
        /// An administrator locked the account, and only one can open it.
        case disabled
    }

    /// How many wrong passwords in a row lock an account; the figure is that of the real service.
    static let attempts = 10
    /// How long an account is locked; the real service begins with a minute too, and takes longer each time.
    static let lockTime: TimeInterval = 60

    let database: TenantDatabase
    let tenantID: String
    let random: RandomSource

    /// A customer by id.
    func customer(id: String) async throws -> Customer? {
        try await database.queue.read { try Customer.fetchOne($0, key: id) }.flatMap {
            $0.tenantID == tenantID ? $0 : nil
        }
    }

    /// A customer by e-mail address, written in any case.
    func customer(email: String) async throws -> Customer? {
        try await database.queue.read { database in
            try Customer.filter(Column("tenantID") == tenantID && Column("email") == email).fetchOne(database)
        }
    }

    /// Judges a password, and counts the try.
    func check(_ password: String, of email: String, now: Date) async throws -> Outcome {
        guard let customer = try await customer(email: email) else { return .unknown }
        guard customer.accountEnabled else { return .disabled }
        if let end = customer.lockedUntil, end > now { return .locked }
        let accepted = try await PasswordHash.accepts(password, against: customer.passwordHash)
        return try await database.queue.write { database in
            // As it is now: others may have tried while the password was looked at.
            guard var current = try Customer.fetchOne(database, key: customer.id) else { return .unknown }
            if let end = current.lockedUntil, end > now { return .locked }
            current.failedAttempts = accepted ? 0 : current.failedAttempts + 1
            current.lockedUntil = nil
            if current.failedAttempts >= Self.attempts {
                current.failedAttempts = 0
                current.lockedUntil = now + Self.lockTime
            }
            try current.update(database)
            return accepted ? .accepted(current) : .wrong
        }
    }

    /// Adds a customer; `nil` if the address is taken.
    func add(_ profile: CustomerProfile, email: String, password: String) async throws -> Customer? {
        let customer = Customer(
            id: random.identifier(), tenantID: tenantID, email: email, displayName: Customer.unnamed,
            passwordHash: try await hash(of: password)
        ).taking(profile)
        return try await database.queue.write { database in
            try customer.insertAndFetch(database, onConflict: .ignore)
        }
    }

    /// Gives a customer another password, and ends the refresh tokens from before; `nil` if somebody else did so first.
    func reset(_ customer: Customer, to password: String, now: Date) async throws -> Customer? {
        let hash = try await hash(of: password)
        return try await database.queue.write { database in
            guard var current = try Customer.fetchOne(database, key: customer.id),
                current.passwordHash == customer.passwordHash
            else { return nil }
            current.passwordHash = hash
            current.grantsEndedAt = now
            current.failedAttempts = 0
            current.lockedUntil = nil
            try current.update(database)
            return current
        }
    }

    /// Writes down what a customer says of themselves now; `nil` if they are gone.
    func save(_ profile: CustomerProfile, of id: String) async throws -> Customer? {
        try await change(id) { $0.take(profile) }
    }

    /// Writes down the telephone that a customer proved to hold; `nil` if they are gone.
    func save(phone: String, of id: String) async throws -> Customer? {
        try await change(id) { $0.phone = phone }
    }

    private func change(_ id: String, _ body: @escaping @Sendable (inout Customer) -> Void) async throws -> Customer? {
        try await database.queue.write { database in
            guard var current = try Customer.fetchOne(database, key: id), current.tenantID == tenantID else {
                return nil
            }
            body(&current)
            try current.update(database)
            return current
        }
    }

    private func hash(of password: String) async throws -> String {
        let salt = random.bytes(16)
        return try await NIOThreadPool.singleton.runIfActive { try PasswordHash(of: password, salt: salt).text }
    }
}

extension Customer {
    fileprivate func taking(_ profile: CustomerProfile) -> Customer {
        var changed = self
        changed.take(profile)
        return changed
    }
}
