// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Provider

/// The key under which callers share one refresh.
struct Renewal: Hashable, Sendable {
    let account: Account.ID
    let owner: RegistrationID
    let permissions: Set<String>
}

extension AccountStore {
    /// A token from memory, else from storage, else from the provider.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - registration: The registration that the account must belong to.
    ///   - owner: The key of that registration.
    ///   - scopes: The permissions that the token must have.
    ///   - rejected: A token that the API refused just now; returned again only while new, or without a refresh token.
    /// - Returns: The token.
    /// - Throws: As ``token(for:scopes:)``.
    func token(
        for id: Account.ID, at registration: ClientRegistration, _ owner: RegistrationID, scopes: ScopeSet,
        rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        if memory.shouldLook(at: id, now: time.elapsed()) { try await look(at: id) }
        switch memory.answer(id, of: owner, for: scopes, rejected: rejected, now: time.elapsed()) {
        case .good(let token): return token
        case .due(let token): return try await renewedAhead(token, for: id, at: registration, scopes: scopes)
        case .missing: return try await renewed(for: id, at: registration, scopes: scopes, rejected: rejected)
        }
    }

    /// Checks whether another program changed or removed the account.
    private func look(at id: Account.ID) async throws {
        // A save of this program in progress is not a change by another one.
        while !saving.contains(id) {
            let (removals, known) = (removals, memory.stamp(of: id))
            let (stamp, record): (AccountStamp?, AccountRecord?)
            do {
                stamp = try await storage.stamp(of: id)
                guard stamp == nil || stamp != known else { return }
                record = try await storage.record(id)
            } catch let error as AccountStorageError where memory.knows(id) && error.code != .damaged {
                // The copy in memory is recent, and the next look follows soon.
                return
            }
            // This program may have removed, read or saved the account during the reads.
            guard removals == self.removals, known == memory.stamp(of: id), !saving.contains(id) else { continue }
            guard let record else {
                if memory.knows(id) { listeners.send(.removed(id)) }
                memory.forget(id)
                throw Self.signInRequired
            }
            if memory.knows(id) { tell(of: record.account(at: time.date())) }
            return remember(record, stamp)
        }
    }

    private func tell(of account: Account) {
        listeners.send(account.needsSignIn ? .needsSignIn(account) : .changed(account))
    }

    /// Refreshes a token ahead of its end: one caller waits, all others get the current token, and so does the first if
    /// the refresh fails but the sign-in goes on.
    private func renewedAhead(
        _ token: Redacted<String>, for id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet
    ) async throws -> Redacted<String> {
        // At once, so that the next caller does not refresh too.
        memory.postpone(id, for: scopes, now: time.elapsed())
        do {
            return try await renewed(for: id, at: registration, scopes: scopes, rejected: nil)
        } catch let refusal as Refusal where refusal.code == .signInRequired {
            throw refusal
        } catch {
            memory.postpone(id, for: scopes, now: time.elapsed())
            return token
        }
    }

    private func renewed(
        for id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet, rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        let token = try await joined(for: id, at: registration, scopes: scopes, rejected: rejected)
        // A caller without `rejected` may have started the joined refresh, which then returned this token from storage.
        // The second result is the provider's own.
        guard token == rejected else { return token }
        return try await joined(for: id, at: registration, scopes: scopes, rejected: rejected)
    }

    private func joined(
        for id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet, rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        let renewal = Renewal(account: id, owner: registration.id, permissions: scopes.permissions)
        return try await renewals.run(for: renewal) { [self] in
            try await storage.withExclusiveAccess(to: id) {
                try await self.renew(id, at: registration, scopes: scopes, rejected: rejected)
            }
        }
    }

    func remember(_ record: AccountRecord, _ stamp: AccountStamp?) {
        memory.remember(record, stamp: stamp, date: time.date(), now: time.elapsed())
    }

    static let signInRequired = Refusal(.signInRequired, "nobody is signed in; sign in first")
}
