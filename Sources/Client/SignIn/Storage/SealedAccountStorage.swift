// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
public import PortableFoundation
import PrivateFiles

/// An account storage with one encrypted file per account, in a folder that several programs of one user can share.
///
/// A save writes a complete file beside the old one, flushes it to disk, and renames it, so a crash leaves either the
/// old account or the new one. The file name does not reveal the user. The storage detects files that were modified,
/// truncated, copied to another name, or written by a later version. It does not detect that an older version was
/// restored. It sets damaged files aside, and the other accounts stay usable.
///
/// Unless the program provides a key, it is found in this order:
///
/// 1. The key from a server's administrator: the systemd credential `tessera-account-key`, the file in
///   `TESSERA_ACCOUNT_KEY_FILE`, or the key itself in `TESSERA_ACCOUNT_KEY` (base64url of 32 bytes).
/// 2. The key that the folder's file `sealing-key` contains, or references in the Secret Service. The first program
///   that stored accounts there wrote the file. It never changes: a keyring that becomes available later is not used.
/// 3. For a new folder, a new key: in the Secret Service of the desktop session if one responds, otherwise in
///   `sealing-key`.
///
/// A thief of the disk or a backup cannot use a key in the Secret Service. A key in `sealing-key` protects only against
/// other users of the machine, as the file permissions do. Neither protects against programs of the same user, or root.
/// For details, see `docs/account-storage.md`.
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

    /// Creates a storage in a folder; the first write creates the folder, accessible only to its owner.
    public init(folder: URL) { self.init(folder: folder, keySource: SystemSealingKey()) }

    /// Creates a storage in a folder with the program's own key.
    public init(folder: URL, key: SealingKey) { self.init(folder: folder, keySource: key) }

    /// Creates a storage for a group of programs: programs that name the same group, below the same folder, share
    /// sign-ins.
    ///
    /// An account of one group cannot be opened by another group, or without a group.
    public init(folder: URL, group: AccountGroup) {
        self.init(folder: folder, group: group, keySource: SystemSealingKey())
    }

    /// Creates a storage for a group of programs with their own key.
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

    /// Creates the folder and its key, tests whether a file can be written, and removes unfinished files of terminated
    /// writers.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`).
    public func prepare() async throws {
        try await offThePool { [self] in
            try explaining("accounts cannot be saved") {
                try PrivateFile.makeFolder(folder)
                let probe = folder.appending(path: FolderListing.probe)
                // A full disk still accepts empty files, so the probe has content.
                try PrivateFile.remove(PrivateFile.writeTemporary(for: probe, Data(count: 64 << 10)))
            }
        }
        _ = try await files()
        await clearUnfinished(before: Date(timeIntervalSinceNow: -3600))
    }

    /// Returns every account that can be decrypted, and sets damaged ones aside.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    public func records() async throws -> [AccountRecord] { try await inspect().records }

    /// Returns errors for the files that cannot be decrypted: damaged ones, which are set aside, and those with another
    /// key or of a later version.
    ///
    /// An account is listed until its user signs in again, or the file is removed.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    public func damagedAccounts() async throws -> [AccountStorageError] { try await inspect().damaged }

    /// Returns one account.
    ///
    /// - Throws: ``AccountStorageError`` (`damaged` once, when the file is set aside; `unwritable` or `busy` if it
    ///   cannot be; `keyMissing`, `laterVersion`, `unreadable`).
    public func record(_ id: Account.ID) async throws -> AccountRecord? {
        guard let sealed = try await existingFiles() else { return nil }
        do {
            return try await offThePool { try sealed.record(of: id) }
        } catch let error as AccountStorageError where error.code == .damaged {
            return try await setAside(sealed.seal.name(of: id), in: sealed)
        }
    }

    /// Stores an account.
    ///
    /// A damaged file is set aside and replaced, so that the save loses nothing.
    ///
    /// - Throws: ``AccountStorageError`` (`conflict`, `unwritable`, `unreadable`, `busy`, `keyMissing`,
    ///   `laterVersion`).
    @discardableResult
    public func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        let sealed = try await files()
        let name = sealed.seal.name(of: record.id)
        return try await locked(name.savingLock) {
            try await offThePool { [self] in
                try explaining("an account cannot be saved") {
                    do {
                        try record.requireGeneration(sealed.record(of: record.id)?.generation)
                    } catch let error as AccountStorageError where error.code == .damaged {
                        try sealed.setAside(name)
                    }
                    let next = record.nextGeneration()
                    try sealed.write(next)
                    // The account is saved even if its metadata is unavailable; the next check then reads it.
                    let stamp = try? AccountStamp(of: sealed.url(name.sealed).path)
                    return (next, stamp ?? AccountStamp())
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

    /// Runs `body` while holding the account's lock file, which other programs respect.
    ///
    /// - Throws: ``AccountStorageError`` (`busy` after one minute, `unwritable`, `unreadable`, `keyMissing`);
    ///   `CancellationError` during the wait; or an error of `body`.
    public func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let sealed = try await files()
        let name = sealed.seal.name(of: id)
        return try await locked(name.accessLock, removingIf: { !sealed.holds(name) }, body)
    }

    /// Returns a stamp from the metadata of the account's file.
    ///
    /// - Throws: ``AccountStorageError`` (`unreadable`, `keyMissing`).
    public func stamp(of id: Account.ID) async throws -> AccountStamp? {
        do {
            if let path = seals.path(of: id), let stamp = try AccountStamp(of: path) { return stamp }
        } catch {
            throw AccountStorageError.unreadable(folder, error)
        }
        // There is no file, or the key was not read, or it has changed.
        guard let sealed = try await existingFiles() else { return nil }
        do {
            return try AccountStamp(of: sealed.url(sealed.seal.name(of: id).sealed).path)
        } catch {
            throw AccountStorageError.unreadable(folder, error)
        }
    }
}
