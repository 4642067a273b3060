// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation
import PrivateFiles

extension SealedAccountStorage {
    /// The folder's files under its seal; `nil` while no key exists.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    func existingFiles() async throws -> SealedFolder? {
        try await seals.existing().map { SealedFolder(folder: folder, seal: $0) }
    }

    /// The folder's files under its seal; a key is made if none exists.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`, `unwritable`).
    func files() async throws -> SealedFolder {
        SealedFolder(folder: folder, seal: try await seals.value())
    }

    /// Runs `body` while holding a lock file of the folder.
    ///
    /// The holder of an access lock may take a saving lock, never the reverse. At the end, while the lock is still
    /// held, its file is removed if it `isSpent`.
    ///
    /// - Throws: ``AccountStorageError`` (`busy`, `unwritable`); `CancellationError` while it waits; the errors of
    ///   `body`.
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

    /// Turns a failure of the file system into an error with a remedy.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`); other errors of `work`.
    func explaining<Result>(_ what: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unwritable(folder, what, failure)
        }
    }

    /// Removes unfinished files of killed writers; a live writer is never so slow.
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
