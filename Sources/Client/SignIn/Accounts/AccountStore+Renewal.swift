// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Provider

/// What happens while an account is held: what is kept is looked at again, the provider is asked, its answer is saved.
extension AccountStore {
    /// Takes over what another program fetched while this one waited, else asks the provider.
    ///
    /// Where no lock can be held, another program may save the account meanwhile; what it saved is then looked at.
    func renew(
        _ id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet, rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        try await catchUp(id)
        for _ in 0..<Self.attempts {
            let removals = removals
            // The stamp first: who saves between the two is then noticed at the next look.
            let stamp = try await storage.stamp(of: id)
            guard let record = try await storage.record(id), record.owner == registration.id else {
                throw Self.signInRequired
            }
            guard removals == self.removals else { continue }
            if let token = record.token(for: scopes), isGood(token, of: record, rejected: rejected) {
                remember(record, stamp)
                return token.accessToken
            }
            try failures.check(RefreshQuestion(record, scopes), now: time.elapsed())
            if let token = try await refresh(record, at: registration, scopes: scopes) { return token }
        }
        throw Self.contended
    }

    /// Whether nothing better can be had: an API that refuses a new token refuses each, and where there is nothing to
    /// renew a token with, its word alone ends no sign-in.
    private func isGood(_ token: KeptToken, of record: AccountRecord, rejected: Redacted<String>?) -> Bool {
        let schedule = TokenSchedule(token, now: time.date())
        guard record.refreshToken != nil else { return schedule.usableFor > .zero }
        guard token.accessToken == rejected else { return schedule.freshFor > .zero }
        return schedule.usableFor > .zero && token.isNew(at: time.date())
    }

    /// Asks the provider.
    ///
    /// - Returns: The new token; `nil` if what is kept by now is newer.
    private func refresh(
        _ record: AccountRecord, at registration: ClientRegistration, scopes: ScopeSet
    ) async throws -> Redacted<String>? {
        do {
            let refresh = AccountRefresh(
                registration: registration, provider: try await providers.provider(for: registration),
                transport: transport, time: time)
            switch try await refresh.outcome(for: record, asking: scopes) {
            case .renewed(let renewed, let token):
                guard let account = try await saveAnswer(renewed, for: record) else { return nil }
                listeners.send(.refreshed(account, scopes))
                return token
            case .unjudged(let unjudged, let error):
                guard try await saveAnswer(unjudged, for: record) != nil else { return nil }
                failures.note(error, for: RefreshQuestion(unjudged, scopes), now: time.elapsed())
                throw error
            case .ended(let ended, let error):
                guard let account = try await saveAnswer(ended, for: record) else { return nil }
                listeners.send(.needsSignIn(account))
                throw Refusal(
                    .signInRequired, "the sign-in has ended at the provider; sign in again", cause: error)
            }
        } catch let refusal as Refusal where refusal.code == .signInRequired {
            let account = record.account(at: time.date())
            if record.refreshToken == nil, account.needsSignIn { listeners.send(.needsSignIn(account)) }
            throw refusal
        } catch {
            // The next request would carry the same refresh token, so it is not sent at once.
            if let refusal = error as? Refusal, AccountRefresh.impostures.contains(refusal.code) {
                failures.note(error, for: RefreshQuestion(record, scopes), now: time.elapsed())
            }
            failures.noteWait(error, for: RefreshQuestion(record, scopes), now: time.elapsed())
            listeners.send(.failed(record.id, error))
            throw error
        }
    }

    /// Saves a provider's answer, which cannot be had a second time.
    ///
    /// Where another program saved the account meanwhile, and that is not newer, the answer is put into what it saved.
    /// Until it is saved, it is held for the next attempt, whatever keeps it from that: a full disk, a lock, a
    /// cancellation.
    ///
    /// - Returns: The account; `nil` if what is kept by now is newer than the answer.
    /// - Throws: `AccountStorageError`; what the storage throws.
    private func saveAnswer(_ answer: AccountRecord, for asked: AccountRecord) async throws -> Account? {
        unsaved[asked.id] = (answer, asked)
        for _ in 0..<Self.attempts {
            let kept = try await storage.record(asked.id)
            // An account that was removed and signed in again may have the generation of the one that was asked with.
            guard let merged = kept == asked ? answer : kept?.taking(answer, to: asked) else {
                unsaved[asked.id] = nil
                return nil
            }
            do {
                let account = try await save(merged)
                unsaved[asked.id] = nil
                return account
            } catch let error as AccountStorageError where error.code == .conflict {
                continue
            }
        }
        throw Self.contended
    }

    /// Saves what could not be saved before; call it with exclusive access to the account, before it is read.
    func catchUp(_ id: Account.ID) async throws {
        guard let (answer, asked) = unsaved[id] else { return }
        _ = try await saveAnswer(answer, for: asked)
    }

    func save(_ record: AccountRecord) async throws -> Account {
        saving.insert(record.id)
        defer { saving.remove(record.id) }
        let removals = removals
        let saved = try await storage.save(record)
        // Where no lock can be held, another program may have saved it since: then the next look must see that.
        // Whatever comes of these two, the account is saved.
        let stamp = try? await storage.stamp(of: saved.id)
        let isStillOurs = (try? await storage.record(saved.id))?.generation == saved.generation
        if removals == self.removals { remember(saved, isStillOurs ? stamp : nil) } else { memory.forget(saved.id) }
        return saved.account(at: time.date())
    }

    /// How often a change is made again to what somebody else has saved meanwhile.
    static let attempts = 8

    static let contended = AccountStorageError(
        .conflict, "other programs change this account all the time; try again in a moment")
}
