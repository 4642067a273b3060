// SPDX-License-Identifier: Apache-2.0
public import Foundation
import OAuth
import Provider

extension AccountStore {
    /// Forgets an account and its tokens on this machine; the provider is not told.
    ///
    /// - Throws: `AccountStorageError`.
    public func remove(_ id: Account.ID) async throws { try await forget(id) }

    /// Forgets an account.
    ///
    /// - Returns: What was kept of it, for the provider to be told; `nil` if it could not be read.
    /// - Throws: `AccountStorageError`.
    @discardableResult
    func forget(_ id: Account.ID) async throws -> AccountRecord? {
        // A task of its own: who gives up waiting keeps nobody signed in.
        try await Task {
            do {
                return try await storage.withExclusiveAccess(to: id) { try await self.forgetKept(id) }
            } catch let error as AccountStorageError where error.code == .busy {
                // A program that hangs must not keep anybody signed in. What it saves later of the account that it read
                // is a conflict, and brings nothing back.
                return try await forgetKept(id)
            }
        }.value
    }

    private func forgetKept(_ id: Account.ID) async throws -> AccountRecord? {
        // What cannot be read can be forgotten all the same.
        let record = try? await storage.record(id)
        saving.insert(id)
        defer { saving.remove(id) }
        try await storage.remove(id)
        let unsaved = unsaved.removeValue(forKey: id)
        memory.forget(id)
        removals += 1
        listeners.send(.removed(id))
        guard let (answer, asked) = unsaved else { return record }
        guard let record, record != asked else { return answer }
        return record.taking(answer, to: asked) ?? record
    }

    /// Keeps something of the app's own with an account, such as what the person chose there.
    ///
    /// It is kept where the tokens are, so keep it small; a new sign-in of the same person leaves it as it is.
    ///
    /// - Parameters:
    ///   - userData: What to keep, at most 64 KiB; `nil` forgets it.
    ///   - id: The account.
    /// - Returns: The account with it.
    /// - Throws: ``Refusal`` (`signInRequired` if the account is gone, `userDataTooLarge`); `AccountStorageError`.
    @discardableResult
    public func setUserData(_ userData: Data?, for id: Account.ID) async throws -> Account {
        guard userData.map(\.count) ?? 0 <= Self.mostUserData else {
            throw Refusal(
                .userDataTooLarge,
                "an account keeps at most \(Self.mostUserData) bytes of an app's own; keep the rest "
                    + "elsewhere, under the account's id")
        }
        return try await changing(id) { record in
            guard var record else { throw Self.signInRequired }
            record.userData = userData
            return record
        }
    }

    private static let mostUserData = 64 * 1024

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
    /// - Returns: The account.
    /// - Throws: `AccountStorageError`.
    func keep(
        _ identity: Identity, _ tokens: TokenResponse, for registration: ClientRegistration, scopes: ScopeSet,
        continuing isContinuing: Bool
    ) async throws -> Account {
        let now = time.date()
        let fresh = AccountRecord(identity, registration: registration, signedInAt: now)
        return try await changing(fresh.id) { earlier in
            var record = fresh
            if let earlier {
                (record.userData, record.generation) = (earlier.userData, earlier.generation)
                // Some providers give one at the first consent only; it is the same person's, for the same client.
                (record.refreshToken, record.idToken) = (earlier.refreshToken, earlier.idToken)
                if isContinuing {
                    record.grantedScopes = earlier.grantedScopes
                    // A token for less of the same lacks what the person agreed to now.
                    record.tokens = earlier.tokens.filter { !$0.isWithin(scopes) }
                }
            }
            let granted = tokens.granted(asking: scopes, of: registration)
            record.grantedScopes = (record.grantedScopes ?? []).union(granted)
            record.take(tokens, for: granted, now: now)
            return record
        }
    }

    /// Changes what is kept of an account, and tells those who listen.
    ///
    /// Where no lock can be held, another program may have changed it meanwhile; then the change is made again to that.
    private func changing(
        _ id: Account.ID, _ change: @escaping @Sendable (AccountRecord?) throws -> AccountRecord
    ) async throws -> Account {
        // A task of its own: what a provider gave cannot be had again by whoever gives up waiting for the lock.
        do {
            return try await Task {
                try await storage.withExclusiveAccess(to: id) { try await self.changeKept(id, change) }
            }.value
        } catch let error as AccountStorageError where error.code == .unwritable {
            preparedAt = nil
            throw error
        }
    }

    private func changeKept(
        _ id: Account.ID, _ change: @Sendable (AccountRecord?) throws -> AccountRecord
    ) async throws -> Account {
        try await catchUp(id)
        for _ in 0..<Self.attempts {
            let earlier = try await storage.readableRecord(id)
            do {
                let account = try await save(try change(earlier))
                listeners.send(earlier == nil ? .added(account) : .changed(account))
                return account
            } catch let error as AccountStorageError where error.code == .conflict {
                continue
            }
        }
        throw Self.contended
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
