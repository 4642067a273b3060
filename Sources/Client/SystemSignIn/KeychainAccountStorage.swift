// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
import Foundation
import HTTPTransport
public import SignIn

/// An account storage in the data protection keychain of iOS and macOS.
///
/// Each account is a separate item, encrypted by the system, readable after the first unlock, and never on another
/// device. Apps of one team that name the same group share their accounts; each app has the group in its *Keychain
/// Sharing* capability. Items stay when the app is deleted. To discard them, call ``removeAll()`` at the app's first
/// launch.
///
/// Programs that share a storage hold no locks, because the system would terminate an app that is suspended with one. A
/// save names the generation that it read, and the keychain rejects it if another program saved first. `AccountStore`
/// then uses that program's token.
///
/// ```swift
/// let storage = KeychainAccountStorage(group: AccountGroup("com.example.office"))
/// try await withAccounts(keptIn: storage, of: [work]) { accounts in
///     await show("You have \(try await accounts.accounts().count) accounts.")
/// }
/// ```
public struct KeychainAccountStorage: AccountStorage {
    private let probe: KeychainProbe
    private let access = ExclusiveAccess<Account.ID>()

    /// Creates a storage with its name in the keychain, the same in all programs that share it.
    ///
    /// The group has no team prefix; `nil` is the app's first group.
    public init(service: String = "tessera.accounts", group: AccountGroup? = nil) {
        probe = KeychainProbe(service: service, group: group)
    }

    /// Writes a test item, and removes it.
    ///
    /// - Throws: `AccountStorageError` (`unwritable`; `locked` before the first unlock).
    public func prepare() async throws {
        probe.forget()
        try await run("accounts cannot be saved", .unwritable) { _ in }
    }

    /// Returns every readable account, and sets damaged ones aside.
    ///
    /// - Throws: `AccountStorageError` (`unreadable`; `locked` before the first unlock, when nothing can be read).
    public func records() async throws -> [AccountRecord] {
        try await run("the accounts cannot be read", .unreadable) { items in
            try items.all().compactMap { try? $0.get() }
        }
    }

    /// Returns errors for the accounts that were set aside as damaged, and for those of a later version.
    ///
    /// An account is listed until its user signs in again.
    ///
    /// - Throws: `AccountStorageError` (`unreadable`, `locked`).
    public func damagedAccounts() async throws -> [AccountStorageError] {
        try await run("the accounts cannot be read", .unreadable) { items in
            let later = try items.all().compactMap { result in
                if case .failure(let error) = result { error } else { nil }
            }
            return try later + items.setAside()
        }
    }

    /// Returns one account.
    ///
    /// - Throws: `AccountStorageError` (`damaged` once, when the item is set aside; `laterVersion`, `unreadable`,
    ///   `locked`).
    public func record(_ id: Account.ID) async throws -> AccountRecord? {
        try await run("an account cannot be read", .unreadable) { items in try items.record(id) }
    }

    /// Stores an account; sets a damaged item aside and replaces it.
    ///
    /// - Throws: `AccountStorageError` (`conflict`, `unwritable`, `locked`, `laterVersion`).
    @discardableResult
    public func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        try await run("an account cannot be saved", .unwritable) { items in try items.save(record) }
    }

    /// Removes an account.
    ///
    /// - Throws: `AccountStorageError` (`unwritable`, `locked`).
    public func remove(_ id: Account.ID) async throws {
        try await run("an account cannot be removed", .unwritable) { items in try items.remove(id) }
    }

    /// Removes every account of this storage, including those that other programs of the group stored.
    ///
    /// - Throws: `AccountStorageError` (`unwritable`, `locked`).
    public func removeAll() async throws {
        try await run("the accounts cannot be removed", .unwritable) { items in try items.removeAll() }
    }

    /// Runs `body` while no other task of this program does so for the same account, and iOS does not suspend the app.
    ///
    /// - Throws: `CancellationError` during the wait, or an error of `body`.
    public func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await access.run(for: id) {
            let activity = ExpiringActivity("tokens of an account")
            defer { withExtendedLifetime(activity) {} }
            return try await body()
        }
    }

    /// Returns an account's generation, without reading its content.
    ///
    /// - Throws: `AccountStorageError` (`unreadable`, `locked`).
    public func stamp(of id: Account.ID) async throws -> AccountStamp? {
        try await run("an account cannot be read", .unreadable) { items in try items.stamp(of: id) }
    }

    /// A keychain call waits for another process, so it runs off the cooperative pool.
    private func run<Value: Sendable>(
        _ action: String, _ code: AccountStorageError.Code,
        _ body: @escaping @Sendable (AccountItems) throws -> Value
    ) async throws -> Value {
        try await offThePool { [probe] in
            do {
                return try body(AccountItems(keychain: try probe.keychain()))
            } catch let error as KeychainError {
                throw error.explained(action, as: code)
            }
        }
    }
}
#endif
