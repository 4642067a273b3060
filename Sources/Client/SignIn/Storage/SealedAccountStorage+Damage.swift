// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation

extension SealedAccountStorage {
    /// Every account in the folder that opens, and an error for each that does not.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
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

    /// Sets a damaged file aside, if it is still damaged under the lock of its writers.
    ///
    /// - Returns: The account, if another program has just written a good file in its place.
    /// - Throws: ``AccountStorageError``: `damaged`, with the new place of the file.
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

    /// The accounts that were set aside, without a sign-in since.
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
