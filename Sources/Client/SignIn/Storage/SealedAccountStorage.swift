// SPDX-License-Identifier: Apache-2.0
public import Foundation
import PrivateFiles

/// Keeps each account in a sealed file of its own, in a folder that several programs of one person may share.
///
/// A file is written whole beside the old one, brought to the disk and renamed, so that a crash leaves the old account
/// or the new one. Its name tells nobody whose it is. A file that was changed, cut, copied onto another's name or
/// written by a later version is found out; one that was put back to an older state is not. What is damaged is set
/// aside, and the other accounts stay usable. Against whom this protects depends on where the key is: see
/// ``SystemSealingKey`` and `docs/account-storage.md`.
public struct SealedAccountStorage: AccountStorage {
    /// The folder of the files.
    public let folder: URL
    let seals: FolderSeal
    let patience: LockPatience
    /// One task of this program at a time waits for a lock file.
    let queue = ExclusiveAccess<String>()

    /// Creates a storage in a folder, which is made, for its owner alone, when the first account is kept.
    public init(folder: URL, key: any SealingKeySource = SystemSealingKey()) {
        self.init(folder: folder, group: nil, key: key, patience: LockPatience())
    }

    /// Creates a storage of a group of programs: all that name the same group, below the same folder, share sign-ins.
    ///
    /// What is sealed for one group does not open for another, nor without one.
    public init(folder: URL, group: AccountGroup, key: any SealingKeySource = SystemSealingKey()) {
        self.init(folder: folder.appending(path: group.folderName), group: group, key: key, patience: LockPatience())
    }

    init(folder: URL, group: AccountGroup? = nil, key: any SealingKeySource, patience: LockPatience) {
        self.folder = folder
        self.patience = patience
        seals = FolderSeal(of: folder, group: group, from: key)
    }

    /// Makes the folder and its key, sees whether a file can be written there, and clears away what writers left that
    /// did not live to finish.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`, `unreadable`, `keyMissing`).
    public func prepare() async throws {
        try await offThePool { [self] in
            try explaining("accounts cannot be kept") {
                try PrivateFile.makeFolder(folder)
                let probe = folder.appending(path: FolderListing.probe)
                // On a full disk a file can still be made, as long as nothing is in it.
                try PrivateFile.remove(PrivateFile.writeTemporary(for: probe, Data(count: 64 << 10)))
            }
        }
        _ = try await files()
        await clearUnfinished(before: Date(timeIntervalSinceNow: -3600))
    }

    /// Every account that can be opened; what is damaged is set aside.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    public func records() async throws -> [AccountRecord] {
        try await inspect().records
    }

    /// The files that hold accounts and do not open: those that were damaged and are set aside, and those that another
    /// key or a later version sealed.
    ///
    /// An account is told until the person signs in to it again, or removes the file.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    public func damagedAccounts() async throws -> [AccountStorageError] {
        try await inspect().damaged
    }

    /// One account.
    ///
    /// - Throws: ``AccountStorageError``: `damaged` once, as it sets the file aside; `keyMissing`, `laterVersion`,
    ///   `unreadable`.
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
    /// A damaged file counts as none, and is set aside: nothing could be lost by writing over it.
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

    /// Forgets an account.
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
        // Whoever holds the account's lock removes its file when letting go.
        try? await offThePool { try FileLock.attempt(sealed.url(name.accessLock))?.releaseForEver() }
    }

    /// Runs `body` while holding the account's lock file, which other programs wait for.
    ///
    /// - Throws: ``AccountStorageError`` (`busy` after a minute, `unwritable`, `unreadable`, `keyMissing`);
    ///   `CancellationError` while it waits; what `body` throws.
    public func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let sealed = try await files()
        let name = sealed.seal.name(of: id)
        return try await locked(name.accessLock, removingIf: { !sealed.holds(name) }, body)
    }

    /// What the file system says of the account's file.
    ///
    /// - Throws: ``AccountStorageError`` (`unreadable`, `keyMissing`).
    public func stamp(of id: Account.ID) async throws -> AccountStamp? {
        do {
            if let path = seals.path(of: id), let stamp = try AccountStamp(of: path) { return stamp }
        } catch {
            throw AccountStorageError.unreadable(folder, error)
        }
        // Nothing is there, or the key was not asked for yet, or is another one by now.
        guard let sealed = try await existingFiles() else { return nil }
        do {
            return try AccountStamp(of: sealed.url(sealed.seal.name(of: id).sealed).path)
        } catch {
            throw AccountStorageError.unreadable(folder, error)
        }
    }
}
