// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
import Provider

/// The accounts of an app, by registration.
public struct AccountStore: Sendable {
    let storage: any AccountStorage
    private let now: @Sendable () -> Date

    /// Creates a store over a storage.
    public init(_ storage: any AccountStorage, now: @escaping @Sendable () -> Date = { Date() }) {
        self.storage = storage
        self.now = now
    }

    /// The accounts of a registration, the latest sign-in first; every account if none is given.
    ///
    /// - Throws: `AccountStorageError`.
    public func accounts(of registration: ClientRegistration? = nil) async throws -> [Account] {
        try await storage.records()
            .filter { record in registration.map(record.belongs) ?? true }
            .sorted { ($0.signedInAt, $0.id.rawValue) > ($1.signedInAt, $1.id.rawValue) }
            .map { $0.account(at: now()) }
    }

    /// What is kept but cannot be read, an error for each that names it and says what to do.
    ///
    /// - Throws: `AccountStorageError`.
    public func damages() async throws -> [AccountStorageError] { try await storage.damages() }

    /// Forgets an account and its tokens on this machine; the provider is not told.
    ///
    /// - Throws: `AccountStorageError`.
    public func remove(_ id: Account.ID) async throws {
        try await storage.withExclusiveAccess(to: id) { [storage] in
            try await storage.remove(id)
        }
    }

    /// Keeps a sign-in that was validated.
    ///
    /// A person who signs in again keeps the one account.
    ///
    /// - Parameters:
    ///   - identity: Who signed in.
    ///   - tokens: What the provider gave.
    ///   - registration: Where.
    ///   - scopes: What the tokens were asked for with.
    ///   - isContinuing: Whether the account's other tokens stay: the person agreed to more, and took nothing back.
    ///   - signedInAt: When.
    /// - Returns: The account.
    /// - Throws: `AccountStorageError`.
    func keep(
        _ identity: Identity, _ tokens: TokenResponse, for registration: ClientRegistration, scopes: ScopeSet,
        continuing isContinuing: Bool, signedInAt: Date
    ) async throws -> Account {
        let fresh = AccountRecord(identity, registration: registration, signedInAt: signedInAt)
        return try await storage.withExclusiveAccess(to: fresh.id) { [storage] in
            var record = fresh
            let earlier = try await storage.readableRecord(fresh.id)
            record.generation = earlier?.generation ?? 0
            if isContinuing, let earlier {
                record.refreshToken = earlier.refreshToken
                // A token for less of the same lacks what the person agreed to now.
                record.tokens = earlier.tokens.filter { !$0.isWithin(scopes) }
            }
            record.take(tokens, for: scopes, now: signedInAt)
            try await storage.save(record)
            return record.account(at: signedInAt)
        }
    }
}

extension AccountStorage {
    /// The account, if it can be read: a sign-in replaces a damaged one.
    fileprivate func readableRecord(_ id: Account.ID) async throws -> AccountRecord? {
        do {
            return try await record(id)
        } catch let error as AccountStorageError where error.code == .damaged {
            return nil
        }
    }
}
