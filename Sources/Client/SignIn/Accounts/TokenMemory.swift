// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// The access tokens that this program has seen, by account; pure, and driven by ``AccountStore``.
///
/// It counts by the monotonic clock: nobody who sets the wall clock makes a token last longer.
struct TokenMemory {
    /// What is known of a token for some permissions.
    enum Answer: Equatable {
        /// It is good.
        case good(Redacted<String>)
        /// It is good, and it is time to get the next one.
        case due(Redacted<String>)
        /// There is none.
        case missing
    }

    private struct Entry {
        let accessToken: Redacted<String>
        let usableUntil: Duration
        var freshUntil: Duration
    }

    private struct Remembered {
        let owner: RegistrationID
        let stamp: AccountStamp?
        var lookedAt: Duration
        /// By permissions, however they were asked for.
        var entries: [Set<String>: Entry] = [:]
        /// The same, by what a caller wrote, so that the usual question is answered without sorting anything.
        var spellings: [ScopeSet: Set<String>] = [:]
    }

    private var accounts: [Account.ID: Remembered] = [:]

    /// How long what other programs did to an account may go unnoticed.
    static let recheckInterval: Duration = .seconds(1)
    /// After a provider could not be asked ahead of time, the token at hand is used this long before the next attempt.
    static let retryInterval: Duration = .seconds(30)

    /// Whether it is time to see if another program changed the account; the answer is yes once, and then not again for
    /// a while.
    mutating func shouldLook(at id: Account.ID, now: Duration) -> Bool {
        guard let lookedAt = accounts[id]?.lookedAt else { return true }
        guard now - lookedAt >= Self.recheckInterval else { return false }
        accounts[id]?.lookedAt = now
        return true
    }

    /// What storage showed when the account was remembered.
    func stamp(of id: Account.ID) -> AccountStamp? { accounts[id]?.stamp }

    /// Whether the account is known at all.
    func knows(_ id: Account.ID) -> Bool { accounts[id] != nil }

    /// What is known of a token.
    mutating func answer(
        _ id: Account.ID, of owner: RegistrationID, for scopes: ScopeSet, rejected: Redacted<String>?, now: Duration
    ) -> Answer {
        guard let account = accounts[id], account.owner == owner else { return .missing }
        let permissions = account.spellings[scopes] ?? scopes.permissions
        if account.spellings[scopes] == nil, account.spellings.count < 64 {
            accounts[id]?.spellings[scopes] = permissions
        }
        guard let entry = account.entries[permissions], entry.usableUntil > now, entry.accessToken != rejected else {
            return .missing
        }
        return entry.freshUntil > now ? .good(entry.accessToken) : .due(entry.accessToken)
    }

    /// Takes over what storage holds.
    mutating func remember(_ record: AccountRecord, stamp: AccountStamp?, date: Date, now: Duration) {
        var remembered = Remembered(owner: record.owner, stamp: stamp, lookedAt: now)
        remembered.spellings = accounts[record.id]?.spellings ?? [:]
        for token in record.tokens {
            let schedule = TokenSchedule(token, now: date)
            remembered.entries[token.scopes.permissions] = Entry(
                accessToken: token.accessToken, usableUntil: now + schedule.usableFor,
                // What cannot be renewed needs no attempt before its end.
                freshUntil: now + (record.refreshToken == nil ? schedule.usableFor : schedule.freshFor))
        }
        accounts[record.id] = remembered
    }

    /// Lets the next attempt to renew a token wait.
    mutating func postpone(_ id: Account.ID, for scopes: ScopeSet, now: Duration) {
        accounts[id]?.entries[scopes.permissions]?.freshUntil = now + Self.retryInterval
    }

    /// Forgets an account.
    mutating func forget(_ id: Account.ID) { accounts[id] = nil }
}
