// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignInProvider

extension AccountStore {
    func token(_ query: TokenQuery) async throws -> Redacted<String> {
        if bookkeeping.memory.shouldLook(at: query.account, now: time.elapsed()) { try await look(at: query.account) }
        switch bookkeeping.memory.answer(query, now: time.elapsed()) {
        case .good(let token): return token
        case .due(let token): return try await refreshedAhead(token, query)
        case .missing: return try await refreshed(query)
        }
    }

    func presentableToken(_ query: TokenQuery) async throws -> PresentableToken {
        guard query.traits.isBound else { return PresentableToken(try await token(query)) }
        for _ in 0..<Self.attempts {
            let token = try await token(query)
            // A new sign-in may have replaced both token and key in between.
            guard let key = bookkeeping.memory.dpopKey(of: query.account, boundTo: token) else { continue }
            return PresentableToken(token, provedBy: providers.prover(of: key))
        }
        throw Self.contended
    }

    private func look(at id: Account.ID) async throws {
        // This program's own save is not a change by another program.
        while !bookkeeping.saving.contains(id) {
            let (removals, known) = (bookkeeping.removals, bookkeeping.memory.stamp(of: id))
            let generation = bookkeeping.memory.generation(of: id)
            let (stamp, record): (AccountStamp?, AccountRecord?)
            do {
                stamp = try await storage.stamp(of: id)
                guard stamp == nil || stamp != known else { return }
                record = try await storage.record(id)
            } catch let error as AccountStorageError where bookkeeping.memory.knows(id) && error.code != .damaged {
                // The copy in memory is recent, and the next check follows soon.
                return
            }
            // This program may have removed, read, or saved the account during the reads.
            guard removals == bookkeeping.removals, known == bookkeeping.memory.stamp(of: id),
                generation == bookkeeping.memory.generation(of: id), !bookkeeping.saving.contains(id)
            else { continue }
            guard let record else {
                if bookkeeping.memory.knows(id) { listeners.send(.removed(id)) }
                bookkeeping.memory.forget(id)
                throw Self.signInRequired
            }
            if let generation, generation != record.generation {
                let account = record.account(at: time.date())
                listeners.send(account.needsSignIn ? .needsSignIn(account) : .changed(account))
            }
            return remember(record, stamp)
        }
    }

    /// Refreshes a token before it expires: one caller waits, all others get the current token, and so does the first
    /// if the refresh fails but the sign-in is still active.
    private func refreshedAhead(_ token: Redacted<String>, _ query: TokenQuery) async throws -> Redacted<String> {
        // Set before the refresh, so that the next caller does not refresh too.
        bookkeeping.memory.postpone(query, now: time.elapsed())
        do {
            return try await refreshed(query.withoutRejection)
        } catch let refusal as Refusal where refusal.code == .signInRequired {
            throw refusal
        } catch {
            bookkeeping.memory.postpone(query, now: time.elapsed())
            return token
        }
    }

    private func refreshed(_ query: TokenQuery) async throws -> Redacted<String> {
        let token = try await joined(query)
        // A caller without `rejected` may have started the joined refresh, which then returned this token from storage.
        // The second result comes from the provider.
        guard token == query.rejected else { return token }
        return try await joined(query)
    }

    private func joined(_ query: TokenQuery) async throws -> Redacted<String> {
        try await refreshes.run(for: query.refreshKey) { [self] in
            try await storage.withExclusiveAccess(to: query.account) { try await self.refresh(query) }
        }
    }

    func remember(_ record: AccountRecord, _ stamp: AccountStamp?) {
        bookkeeping.memory.remember(record, stamp: stamp, date: time.date(), now: time.elapsed())
    }

    static let signInRequired = Refusal(.signInRequired, "no account is signed in; sign in first")
}
