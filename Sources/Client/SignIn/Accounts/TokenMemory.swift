// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation

/// The access tokens in memory, by account.
///
/// It uses the monotonic clock, so that a change of the wall clock never extends a token.
struct TokenMemory {
    enum Answer: Equatable {
        case good(Redacted<String>)
        case due(Redacted<String>)
        case missing
    }

    private struct Entry {
        let traits: TokenTraits
        let accessToken: Redacted<String>
        let usableUntil: Duration
        var freshUntil: Duration
    }

    private struct Remembered {
        let owner: RegistrationID
        let stamp: AccountStamp?
        let generation: Int
        let dpopKey: DPoPKey?
        var lookedAt: Duration
        /// By permissions, in any order and spelling; nearly always one for each set.
        var entries: [Set<String>: [Entry]] = [:]
        /// The permissions of each scope set as callers wrote it, so that a repeated request does not compute them
        /// again.
        var spellings: [ScopeSet: Set<String>] = [:]
    }

    private var accounts: [Account.ID: Remembered] = [:]

    /// How long a change by another program may go unnoticed.
    static let recheckInterval: Duration = .seconds(1)
    /// How long to use the current token after a failed early refresh, before the next attempt.
    static let retryInterval: Duration = .seconds(30)

    /// Whether to check for a change by another program; `true` starts the next interval.
    mutating func shouldLook(at id: Account.ID, now: Duration) -> Bool {
        guard let lookedAt = accounts[id]?.lookedAt else { return true }
        guard now - lookedAt >= Self.recheckInterval else { return false }
        accounts[id]?.lookedAt = now
        return true
    }

    func stamp(of id: Account.ID) -> AccountStamp? { accounts[id]?.stamp }

    func generation(of id: Account.ID) -> Int? { accounts[id]?.generation }

    func knows(_ id: Account.ID) -> Bool { accounts[id] != nil }

    mutating func answer(_ query: TokenQuery, now: Duration) -> Answer {
        let scopes = query.scopes
        guard let account = accounts[query.account], account.owner == query.owner else { return .missing }
        let permissions = account.spellings[scopes] ?? scopes.permissions
        if account.spellings[scopes] == nil, account.spellings.count < 64 {
            accounts[query.account]?.spellings[scopes] = permissions
        }
        guard let entry = account.entries[permissions]?.first(where: { $0.traits == query.traits }),
            entry.usableUntil > now, entry.accessToken != query.rejected
        else {
            return .missing
        }
        return entry.freshUntil > now ? .good(entry.accessToken) : .due(entry.accessToken)
    }

    mutating func remember(_ record: AccountRecord, stamp: AccountStamp?, date: Date, now: Duration) {
        var remembered = Remembered(
            owner: record.owner, stamp: stamp, generation: record.generation, dpopKey: record.dpopKey, lookedAt: now)
        remembered.spellings = accounts[record.id]?.spellings ?? [:]
        for token in record.tokens {
            let schedule = TokenSchedule(token, now: date)
            remembered.entries[token.scopes.permissions, default: []].append(
                Entry(
                    traits: token.traits, accessToken: token.accessToken, usableUntil: now + schedule.usableFor,
                    // Without a refresh token, there is no attempt before the token expires.
                    freshUntil: now + (record.refreshToken == nil ? schedule.usableFor : schedule.freshFor)))
        }
        accounts[record.id] = remembered
    }

    mutating func postpone(_ query: TokenQuery, now: Duration) {
        let permissions = query.scopes.permissions
        let entries = accounts[query.account]?.entries[permissions] ?? []
        guard let index = entries.firstIndex(where: { $0.traits == query.traits }) else { return }
        accounts[query.account]?.entries[permissions]?[index].freshUntil = now + Self.retryInterval
    }

    func dpopKey(of id: Account.ID, boundTo token: Redacted<String>) -> DPoPKey? {
        guard let account = accounts[id],
            account.entries.values.contains(where: { $0.contains { $0.traits.isBound && $0.accessToken == token } })
        else { return nil }
        return account.dpopKey
    }

    mutating func forget(_ id: Account.ID) { accounts[id] = nil }
}
