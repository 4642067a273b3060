// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
import PrivateFiles

extension SealedAccountStorage {
    func existingFiles() async throws -> SealedFolder? {
        try await seals.existing().map { SealedFolder(folder: folder, seal: $0) }
    }

    func files() async throws -> SealedFolder { SealedFolder(folder: folder, seal: try await seals.value()) }

    /// The holder of an access lock may take a saving lock, never the reverse.
    func locked<Result: Sendable>(
        _ lock: String, removingIf isSpent: @Sendable () -> Bool = { false },
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await queue.run(for: lock) {
            let held: FileLock
            do {
                try await offThePool { [folder] in try PrivateFile.makeFolder(folder) }
                held = try await FileLock.acquire(folder.appending(path: lock), patience: patience)
            } catch let failure as PrivateFile.Failure {
                throw AccountStorageError.unwritable(folder, "an account cannot be locked", failure)
            }
            defer { if isSpent() { held.releaseForEver() } else { held.release() } }
            return try await body()
        }
    }

    func explaining<Result>(_ what: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unwritable(folder, what, failure)
        }
    }

    /// Removes files of killed writers; an active writer is never this slow.
    func clearUnfinished(before limit: Date) async {
        try? await offThePool { [folder] in
            for name in try FolderListing(of: folder).unfinished {
                let file = folder.appending(path: name)
                let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
                guard let written = attributes?[.modificationDate] as? Date, written < limit else { continue }
                try? PrivateFile.remove(file)
            }
        }
    }
}

extension SealedAccountStorage {
    func inspect() async throws -> (records: [AccountRecord], damaged: [AccountStorageError]) {
        let listing = try await offThePool { [folder] in try FolderListing(of: folder) }
        var damaged = unrepaired(listing)
        guard !listing.sealed.isEmpty, let sealed = try await existingFiles() else { return ([], damaged) }
        let opened = try await offThePool { [names = listing.sealed] in
            names.map { name in (name, Swift.Result { try sealed.record(in: name) }) }
        }
        var records: [AccountRecord] = []
        for (name, result) in opened {
            do {
                if let record = try await recovered(result, name, in: sealed) { records.append(record) }
            } catch let error as AccountStorageError {
                damaged.append(error)
            }
        }
        return (records, damaged)
    }

    private func recovered(
        _ result: Swift.Result<AccountRecord?, any Error>, _ name: AccountFileName, in sealed: SealedFolder
    ) async throws -> AccountRecord? {
        do {
            return try result.get()
        } catch let error as AccountStorageError where error.code == .damaged {
            return try await setAside(name, in: sealed)
        }
    }

    /// Sets a damaged file aside, if it is still damaged under the writers' lock; returns the account if another
    /// program has just replaced it.
    func setAside(_ name: AccountFileName, in sealed: SealedFolder) async throws -> AccountRecord? {
        try await locked(name.savingLock) {
            try await offThePool { [self] in
                do {
                    return try sealed.record(in: name)
                } catch let error as AccountStorageError where error.code == .damaged || error.code == .keyMismatch {
                    try explaining("a damaged account cannot be set aside") { try sealed.setAside(name) }
                    throw damage(name)
                }
            }
        }
    }

    private func unrepaired(_ listing: FolderListing) -> [AccountStorageError] {
        let good = Set(listing.sealed)
        return listing.damaged.filter { !good.contains($0) }.map(damage)
    }

    func damage(_ name: AccountFileName) -> AccountStorageError {
        AccountStorageError(
            .damaged,
            "an account is damaged, and was moved to \(folder.appending(path: name.damaged).path); "
                + "sign in again, and remove that file")
    }
}
