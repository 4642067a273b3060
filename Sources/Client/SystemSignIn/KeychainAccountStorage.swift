// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
import Foundation
import HTTPTransport
public import SignIn

/// Keeps accounts in the data-protection keychain of iOS and macOS.
///
/// Each account is an item of its own, encrypted by the system, readable after the first unlock and never on another
/// device. Apps of one team that name the same group share their accounts; each app has the group in its capability
/// *Keychain Sharing*. Items stay when the app is deleted: call ``removeAll()`` at the first start of an app that does
/// not want them.
///
/// Programs that share a storage hold no locks, which the system would kill a suspended app for. A save names the
/// generation that it read, and the keychain refuses it if another program was faster; `AccountStore` then uses the
/// token of that program.
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

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - service: The name of the storage in the keychain; a program that shares it uses the same.
    ///   - group: The keychain group, without the prefix of the team; `nil` is the app's first group.
    public init(service: String = "tessera.accounts", group: AccountGroup? = nil) {
        probe = KeychainProbe(service: service, group: group)
    }

    /// Writes an item for a test, and removes it.
    ///
    /// - Throws: `AccountStorageError` (`unwritable`; `locked` before the first unlock).
    public func prepare() async throws {
        probe.forget()
        try await run("accounts cannot be kept", .unwritable) { _ in }
    }

    /// Every account that can be read; damaged ones are set aside.
    ///
    /// - Throws: `AccountStorageError` (`unreadable`; `locked` before the first unlock, when nothing can be told).
    public func records() async throws -> [AccountRecord] {
        try await run("the accounts cannot be read", .unreadable) { items in
            try items.all().compactMap { try? $0.get() }
        }
    }

    /// The accounts that were set aside because they were damaged, and those of a later version.
    ///
    /// An account is listed until the person signs in to it again.
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

    /// One account.
    ///
    /// - Throws: `AccountStorageError`: `damaged` once, as it sets the item aside; `laterVersion`, `unreadable`,
    ///   `locked`.
    public func record(_ id: Account.ID) async throws -> AccountRecord? {
        try await run("an account cannot be read", .unreadable) { items in try items.record(id) }
    }

    /// Keeps an account; a damaged item counts as none and is set aside.
    ///
    /// - Throws: `AccountStorageError` (`conflict`, `unwritable`, `locked`, `laterVersion`).
    @discardableResult
    public func save(_ record: AccountRecord) async throws -> AccountRecord {
        try await run("an account cannot be kept", .unwritable) { items in try items.save(record) }
    }

    /// Removes an account.
    ///
    /// - Throws: `AccountStorageError` (`unwritable`, `locked`).
    public func remove(_ id: Account.ID) async throws {
        try await run("an account cannot be removed", .unwritable) { items in try items.remove(id) }
    }

    /// Removes every account of this storage, also those that other programs of the group keep.
    ///
    /// - Throws: `AccountStorageError` (`unwritable`, `locked`).
    public func removeAll() async throws {
        try await run("the accounts cannot be removed", .unwritable) { items in try items.removeAll() }
    }

    /// Runs `body` while no other task of this program runs one for the same account; iOS does not suspend the app
    /// meanwhile.
    ///
    /// - Throws: `CancellationError` while it waits; the errors of `body`.
    public func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await access.run(for: id) {
            let activity = ExpiringActivity("tokens of an account")
            defer { withExtendedLifetime(activity) {} }
            return try await body()
        }
    }

    /// The generation of the account, read without its content.
    ///
    /// - Throws: `AccountStorageError` (`unreadable`, `locked`).
    public func stamp(of id: Account.ID) async throws -> AccountStamp? {
        try await run("an account cannot be read", .unreadable) { items in try items.stamp(of: id) }
    }

    /// A call of the keychain waits for another process, so it runs off the cooperative pool.
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
