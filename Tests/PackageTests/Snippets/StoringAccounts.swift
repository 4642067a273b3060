// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import SignIn

/// What an app does with accounts once somebody signed in.
struct StoringAccounts {
    let accounts: AccountStore
    let window: any Window

    static func store(
        _ work: ClientRegistration, _ tasks: ClientRegistration, over transport: some Transport
    ) -> AccountStore {
        // snippet: account store
        let storage = SealedAccountStorage(folder: .homeDirectory.appending(path: ".my-app/accounts"))
        let accounts = AccountStore(storage, registrations: [work, tasks], over: transport)
        // snippet: end
        return accounts
    }

    func lists(_ work: ClientRegistration, _ id: Account.ID) async throws -> (all: [Account], one: Account?) {
        // snippet: lists
        let everybody = try await accounts.accounts()
        let colleagues = try await accounts.accounts(of: work)
        let one = try await accounts.account(id)
        // snippet: end
        return (everybody + colleagues, one)
    }

    func token(_ account: Account) async throws -> Redacted<String> {
        // snippet: token
        let token = try await accounts.token(for: account, scopes: ["User.Read"])
        // snippet: end
        return token
    }

    // snippet: events
    func listen() async {
        for await event in accounts.events() {
            switch event {
            case .added(let account): await window.show("\(account.identity.name ?? "Somebody") signed in.")
            case .changed(let account): await window.show("\(account.identity.name ?? "Somebody") changed.")
            case .refreshed(_, let scopes): await window.show("There is a new token for \(scopes).")
            case .needsSignIn(let account):
                await window.show("Please sign in again as \(account.identity.username ?? "before").")
            case .removed: await window.show("An account is gone.")
            case .failed(_, let error): await window.show("No new token now: \(error)")
            }
        }
    }
    // snippet: end

    struct Preferences: Codable {
        var folder: String
    }

    func preferences(_ account: Account) async throws -> Preferences? {
        // snippet: user data
        let data = try JSONEncoder().encode(Preferences(folder: "Inbox"))
        let changed = try await accounts.setUserData(data, for: account.id)
        let preferences = try changed.userData.map { try JSONDecoder().decode(Preferences.self, from: $0) }
        // snippet: end
        return preferences
    }

    func damagedAccounts() async throws {
        // snippet: damages
        for damage in try await accounts.damagedAccounts() { await window.show(damage.message) }
        // snippet: end
    }

    static func shared(_ folder: URL) -> SealedAccountStorage? {
        // snippet: group
        guard let group = AccountGroup("com.example.office") else { return nil }
        let storage = SealedAccountStorage(folder: folder, group: group)
        // snippet: end
        return storage
    }

    static func keyed(_ folder: URL, _ text: String) -> SealedAccountStorage? {
        // snippet: own key
        guard let key = SealingKey(text) else { return nil }  // 32 bytes, as printed by `openssl rand -base64 32`
        let storage = SealedAccountStorage(folder: folder, key: key)
        // snippet: end
        return storage
    }
}
