// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPTransport
import PrivateFiles

/// Keeps each account in a sealed file of its own, in a folder that several programs of one person may share.
///
/// A save writes a whole file beside the old one, flushes it to the disk and renames it. A crash therefore leaves the
/// old account or the new one. The file's name does not reveal the owner. The storage detects a file that was changed,
/// cut, copied to another's name or written by a later version; it does not detect the return of an older state. It
/// sets a damaged file aside, and the other accounts stay usable.
///
/// Unless the program has a key of its own, the key is, in this order:
///
/// 1. The key that a server's administrator configures: the credential `tessera-account-key` of systemd, the file that
///    `TESSERA_ACCOUNT_KEY_FILE` names, or the key itself in `TESSERA_ACCOUNT_KEY` (base64url of 32 bytes).
/// 2. The key that the folder's own file `sealing-key` holds, or names in the Secret Service. The first program that
///    kept accounts there wrote the file, and it never changes: a keyring that appears later is not used.
/// 3. For a new folder: a new key, in the Secret Service of the desktop session if one answers, else in `sealing-key`.
///
/// A thief of the disk or a backup cannot use a key in the Secret Service. A key in `sealing-key` keeps out only other
/// people of the machine, as the permissions do. Neither keeps out programs that run as the same person, or root.
/// `docs/account-storage.md` says more.
///
/// ```swift
/// let storage = SealedAccountStorage(folder: .homeDirectory.appending(path: ".my-app/accounts"))
/// try await withAccounts(keptIn: storage, of: [work]) { accounts in
///     for damage in try await accounts.damagedAccounts() { await show(damage.localizedDescription) }
/// }
/// ```
public struct SealedAccountStorage: AccountStorage {
    /// The folder of the files.
    public let folder: URL
    let seals: FolderSeal
    let patience: LockPatience
    /// Lets one task of this program at a time wait for a lock file.
    let queue = ExclusiveAccess<String>()

    /// Creates a storage in a folder; the first write makes the folder, for its owner alone.
    public init(folder: URL) { self.init(folder: folder, keySource: SystemSealingKey()) }

    /// Creates a storage in a folder with a key of the program's own.
    public init(folder: URL, key: SealingKey) { self.init(folder: folder, keySource: key) }

    /// Creates a storage of a group of programs: all that name the same group, below the same folder, share sign-ins.
    ///
    /// An account of one group does not open for another, nor without a group.
    public init(folder: URL, group: AccountGroup) {
        self.init(folder: folder, group: group, keySource: SystemSealingKey())
    }

    /// Creates a storage of a group of programs with a key of their own.
    public init(folder: URL, group: AccountGroup, key: SealingKey) {
        self.init(folder: folder, group: group, keySource: key)
    }

    init(
        folder: URL, group: AccountGroup? = nil, keySource: any SealingKeySource,
        patience: LockPatience = LockPatience()
    ) {
        self.folder = group.map { folder.appending(path: $0.folderName) } ?? folder
        self.patience = patience
        seals = FolderSeal(of: self.folder, group: group, from: keySource)
    }

    /// Makes the folder and its key, tests whether a file can be written, and removes unfinished files of killed
    /// writers.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`).
    public func prepare() async throws {
        try await offThePool { [self] in
            try explaining("accounts cannot be kept") {
                try PrivateFile.makeFolder(folder)
                let probe = folder.appending(path: FolderListing.probe)
                // A full disk still takes empty files, so the probe has content.
                try PrivateFile.remove(PrivateFile.writeTemporary(for: probe, Data(count: 64 << 10)))
            }
        }
        _ = try await files()
        await clearUnfinished(before: Date(timeIntervalSinceNow: -3600))
    }

    /// Every account that can be opened; damaged ones are set aside.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    public func records() async throws -> [AccountRecord] {
        try await inspect().records
    }

    /// The files of accounts that do not open: damaged ones, which are set aside, and those of another key or a later
    /// version.
    ///
    /// An account is listed until the person signs in to it again, or removes the file.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    public func damagedAccounts() async throws -> [AccountStorageError] {
        try await inspect().damaged
    }

    /// One account.
    ///
    /// - Throws: ``AccountStorageError``: `damaged` once, as it sets the file aside; `unwritable` or `busy` if it
    ///   cannot; `keyMissing`, `laterVersion`, `unreadable`.
    public func record(_ id: Account.ID) async throws -> AccountRecord? {
        guard let sealed = try await existingFiles() else { return nil }
        do {
            return try await offThePool { try sealed.record(of: id) }
        } catch let error as AccountStorageError where error.code == .damaged {
            return try await setAside(sealed.seal.name(of: id), in: sealed)
        }
    }

    /// Keeps an account.
    ///
    /// A damaged file counts as none and is set aside, so that the save loses nothing.
    ///
    /// - Throws: ``AccountStorageError`` (`conflict`, `unwritable`, `unreadable`, `busy`, `keyMissing`,
    ///   `laterVersion`).
    @discardableResult
    public func save(_ record: AccountRecord) async throws -> AccountRecord {
        let sealed = try await files()
        let name = sealed.seal.name(of: record.id)
        return try await locked(name.savingLock) {
            try await offThePool { [self] in
                try explaining("an account cannot be kept") {
                    do {
                        try record.requireGeneration(sealed.record(of: record.id)?.generation)
                    } catch let error as AccountStorageError where error.code == .damaged {
                        try sealed.setAside(name)
                    }
                    let next = record.nextGeneration()
                    try sealed.write(next)
                    return next
                }
            }
        }
    }

    /// Removes an account.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `busy`, `keyMissing`).
    public func remove(_ id: Account.ID) async throws {
        guard let sealed = try await existingFiles() else { return }
        let name = sealed.seal.name(of: id)
        try await locked(name.savingLock) {
            try await offThePool { [self] in
                try explaining("an account cannot be removed") { try sealed.remove(name) }
            }
        }
        // Removes the account's lock file too; if another program holds the lock, that holder removes it.
        try? await offThePool { try FileLock.attempt(sealed.url(name.accessLock))?.releaseForEver() }
    }

    /// Runs `body` while holding the account's lock file, which other programs wait for.
    ///
    /// - Throws: ``AccountStorageError`` (`busy` after a minute, `unwritable`, `unreadable`, `keyMissing`);
    ///   `CancellationError` while it waits; the errors of `body`.
    public func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let sealed = try await files()
        let name = sealed.seal.name(of: id)
        return try await locked(name.accessLock, removingIf: { !sealed.holds(name) }, body)
    }

    /// The file system's data about the account's file.
    ///
    /// - Throws: ``AccountStorageError`` (`unreadable`, `keyMissing`).
    public func stamp(of id: Account.ID) async throws -> AccountStamp? {
        do {
            if let path = seals.path(of: id), let stamp = try AccountStamp(of: path) { return stamp }
        } catch {
            throw AccountStorageError.unreadable(folder, error)
        }
        // There is no file, or the key was not read yet, or it has changed.
        guard let sealed = try await existingFiles() else { return nil }
        do {
            return try AccountStamp(of: sealed.url(sealed.seal.name(of: id).sealed).path)
        } catch {
            throw AccountStorageError.unreadable(folder, error)
        }
    }
}
