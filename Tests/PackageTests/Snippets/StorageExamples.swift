// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Foundation
import SignIn

/// The examples of storages, in the doc comments.
struct StorageExamples {
    let work: ClientRegistration
    let agent: LoopbackUserAgent

    func storage(_ folder: URL, isDemo: Bool) async throws {
        // snippet: AccountStorage
        let storage: any AccountStorage = isDemo ? MemoryAccountStorage() : SealedAccountStorage(folder: folder)
        try await withAccounts(keptIn: storage, of: [work]) { accounts in
            await show("You have \(try await accounts.accounts().count) accounts.")
        }
        // snippet: end
    }

    func memory() async throws {
        // snippet: MemoryAccountStorage
        try await withAccounts(keptIn: MemoryAccountStorage(), of: [work]) { accounts in
            let account = try await SignInFlow(work, keepingIn: accounts).signIn(with: agent)
            await show("Hello, \(account.identity.name ?? "you")! The program forgets you when it ends.")
        }
        // snippet: end
    }

    func sealed() async throws {
        // snippet: SealedAccountStorage
        let storage = SealedAccountStorage(folder: .homeDirectory.appending(path: ".my-app/accounts"))
        try await withAccounts(keptIn: storage, of: [work]) { accounts in
            for damage in try await accounts.damagedAccounts() { await show(damage.localizedDescription) }
        }
        // snippet: end
    }

    func key(_ keyFile: URL, _ folder: URL) throws -> SealedAccountStorage {
        // snippet: SealingKey
        let line = try String(contentsOf: keyFile, encoding: .utf8)  // as printed by `openssl rand -base64 32`
        guard let key = SealingKey(line.trimmingCharacters(in: .newlines)) else {
            throw AccountStorageError(.keyMissing, "\(keyFile.path) does not hold a key")
        }
        let storage = SealedAccountStorage(folder: folder, key: key)
        // snippet: end
        return storage
    }

    func group() -> SealedAccountStorage? {
        // snippet: AccountGroup
        guard let group = AccountGroup("com.example.office") else { return nil }
        let folder = URL.homeDirectory.appending(path: ".example-office")
        let storage = SealedAccountStorage(folder: folder, group: group)  // the same in each program of the group
        // snippet: end
        return storage
    }

    func error(_ flow: SignInFlow) async throws -> Account? {
        var account: Account?
        // snippet: AccountStorageError
        do {
            account = try await flow.signIn(with: agent)
        } catch AccountStorageError.Code.unwritable {
            await show("The disk is full.")
        }
        // snippet: end
        return account
    }
}

/// Stands for a storage in a database.
actor RowStorage {
    struct Row {
        let saves: Int64
    }

    private var rows: [Account.ID: Row] = [:]

    // snippet: AccountStamp
    func stamp(of id: Account.ID) -> AccountStamp? {
        guard let row = rows[id] else { return nil }
        return AccountStamp(row.saves)  // a counter that no two saves share
    }
    // snippet: end
}
