// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Provider

/// Steps under exclusive access to an account: read it again, ask the provider, save the response.
extension AccountStore {
    /// Returns a token that another program fetched during the wait, else asks the provider.
    ///
    /// Without a lock, another program may save the account in between; then this method reads it again.
    func renew(
        _ id: Account.ID, at registration: ClientRegistration, scopes: ScopeSet, rejected: Redacted<String>?
    ) async throws -> Redacted<String> {
        try await catchUp(id)
        for _ in 0..<Self.attempts {
            let removals = removals
            // The stamp first, so that the next look notices a save between these two reads.
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

    /// Whether to return this token without a refresh: an API that rejects a new token rejects each, and without a
    /// refresh token its 401 alone never ends the sign-in.
    private func isGood(_ token: KeptToken, of record: AccountRecord, rejected: Redacted<String>?) -> Bool {
        let schedule = TokenSchedule(token, now: time.date())
        guard record.refreshToken != nil else { return schedule.usableFor > .zero }
        guard token.accessToken == rejected else { return schedule.freshFor > .zero }
        return schedule.usableFor > .zero && token.isNew(at: time.date())
    }

    /// Asks the provider.
    ///
    /// - Returns: The new token; `nil` if the stored record is newer than the response.
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
            // The next request would send the same refresh token, so it must wait.
            if let refusal = error as? Refusal, AccountRefresh.impostures.contains(refusal.code) {
                failures.note(error, for: RefreshQuestion(record, scopes), now: time.elapsed())
            }
            failures.noteWait(error, for: RefreshQuestion(record, scopes), now: time.elapsed())
            listeners.send(.failed(record.id, error))
            throw error
        }
    }

    /// Saves a provider's response, which the client cannot request a second time.
    ///
    /// If another program saved an older state in between, the response is merged into it. Until the save succeeds, the
    /// store holds the response for the next attempt: a full disk, a lock or a cancellation may prevent the save.
    ///
    /// - Returns: The account; `nil` if the stored record is newer than the response.
    /// - Throws: `AccountStorageError`; the errors of the storage.
    private func saveAnswer(_ answer: AccountRecord, for asked: AccountRecord) async throws -> Account? {
        unsaved[asked.id] = (answer, asked)
        for _ in 0..<Self.attempts {
            let kept = try await storage.record(asked.id)
            // A removed account that signed in again may have the same generation, so whole records are compared.
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

    /// Saves an earlier response that could not be saved; call it with exclusive access to the account, before reading
    /// it.
    func catchUp(_ id: Account.ID) async throws {
        guard let (answer, asked) = unsaved[id] else { return }
        _ = try await saveAnswer(answer, for: asked)
    }

    func save(_ record: AccountRecord) async throws -> Account {
        saving.insert(record.id)
        defer { saving.remove(record.id) }
        let removals = removals
        let saved = try await storage.save(record)
        // Without a lock, another program may have saved since; without a stamp, the next look notices that. If one of
        // these reads fails, the account is saved all the same.
        let stamp = try? await storage.stamp(of: saved.id)
        let isStillOurs = (try? await storage.record(saved.id))?.generation == saved.generation
        if removals == self.removals { remember(saved, isStillOurs ? stamp : nil) } else { memory.forget(saved.id) }
        return saved.account(at: time.date())
    }

    /// How often the store repeats a change after a conflict with another program.
    static let attempts = 8

    static let contended = AccountStorageError(
        .conflict, "other programs change this account all the time; try again in a moment")
}
