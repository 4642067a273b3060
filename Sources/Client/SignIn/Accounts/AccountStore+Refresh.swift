// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignInProvider

extension AccountStore {
    /// Without a lock, another program may save the account in between; this method then reads it again.
    func refresh(_ query: TokenQuery) async throws -> Redacted<String> {
        try await saveUnsavedResponse(of: query.account)
        for _ in 0..<Self.attempts {
            let removals = bookkeeping.removals
            guard let record = try await storage.record(query.account), record.owner == query.owner else {
                throw Self.signInRequired
            }
            guard removals == bookkeeping.removals else { continue }
            if let token = record.token(for: query.scopes, as: query.traits), isGood(token, of: record, for: query) {
                // Without a stamp, the next check reads the account again.
                remember(record, nil)
                return token.accessToken
            }
            try bookkeeping.failures.check(RefreshQuestion(record, query.scopes), now: time.elapsed())
            if let token = try await askProvider(for: query, refreshing: record) { return token }
        }
        throw Self.contended
    }

    /// Whether to return this token without a refresh.
    ///
    /// An API that rejects a new token rejects every token, and without a refresh token, its 401 alone never ends the
    /// sign-in. A rejected token never satisfies demanded claims.
    private func isGood(_ token: KeptToken, of record: AccountRecord, for query: TokenQuery) -> Bool {
        let schedule = TokenSchedule(token, now: time.date())
        guard query.claims == nil || token.accessToken != query.rejected else { return false }
        guard record.refreshToken != nil else { return schedule.usableFor > .zero }
        guard token.accessToken == query.rejected else { return schedule.freshFor > .zero }
        return schedule.usableFor > .zero && token.isNew(at: time.date())
    }

    private func askProvider(
        for query: TokenQuery, refreshing record: AccountRecord
    ) async throws -> Redacted<String>? {
        do {
            let refresh = AccountRefresh(
                registration: query.registration, provider: try await providers.provider(for: query.registration),
                transport: transport(for: query.registration), prover: providers.prover, time: time)
            // Fetches the keys first, so that usually no request delays the save of the response; some responses need
            // no keys.
            if record.refreshToken != nil { try? await refresh.provider.keys.prepare() }
            try Task.checkCancellation()
            // In its own task: from here on, the provider may have replaced the refresh token.
            return try await Task { try await self.token(from: refresh, for: query, refreshing: record) }.value
        } catch let error as CancellationError {
            throw error
        } catch let refusal as Refusal where refusal.code == .signInRequired {
            let account = record.account(at: time.date())
            if record.refreshToken == nil, account.needsSignIn { listeners.send(.needsSignIn(account)) }
            throw refusal
        } catch {
            let question = RefreshQuestion(record, query.scopes)
            // The next request would send the same refresh token, so it must wait.
            if let refusal = error as? Refusal, AccountRefresh.impostures.contains(refusal.code) {
                bookkeeping.failures.note(error, for: question, now: time.elapsed())
            }
            bookkeeping.failures.noteWait(error, for: question, now: time.elapsed())
            listeners.send(.failed(record.id, error))
            throw error
        }
    }

    private func token(
        from refresh: AccountRefresh, for query: TokenQuery, refreshing record: AccountRecord
    ) async throws -> Redacted<String>? {
        switch try await refresh.outcome(for: record, asking: query.scopes, meeting: query.claims) {
        case .refreshed(let refreshed, let token):
            guard let account = try await saveResponse(refreshed, to: record) else { return nil }
            listeners.send(.refreshed(account, query.scopes))
            return token
        case .unjudged(let unjudged, let error):
            guard try await saveResponse(unjudged, to: record) != nil else { return nil }
            bookkeeping.failures.note(error, for: RefreshQuestion(unjudged, query.scopes), now: time.elapsed())
            throw error
        case .ended(let ended, let error):
            guard let account = try await saveResponse(ended, to: record) else { return nil }
            listeners.send(.needsSignIn(account))
            throw Refusal(.signInRequired, "the sign-in has ended at the provider; sign in again", cause: error)
        }
    }
}
