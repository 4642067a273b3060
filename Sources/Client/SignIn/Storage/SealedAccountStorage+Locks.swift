// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles

extension SealedAccountStorage {
    /// The folder's files under its seal; `nil` as long as nobody has made a key.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    func existingFiles() async throws -> SealedFolder? {
        try await seals.existing().map { SealedFolder(folder: folder, seal: $0) }
    }

    /// The folder's files under its seal, with a key that is made if nobody has made one.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`, `unwritable`).
    func files() async throws -> SealedFolder {
        SealedFolder(folder: folder, seal: try await seals.value())
    }

    /// Runs `body` while holding a lock file of the folder.
    ///
    /// Whoever holds an account's access lock may take a saving lock, never the other way round. At the end, and while
    /// the lock is still held, the file is removed if it `isSpent`.
    ///
    /// - Throws: ``AccountStorageError`` (`busy`, `unwritable`); `CancellationError` while it waits; what `body`
    ///   throws.
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

    /// Puts what the system said into words.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`); what else `work` throws.
    func explaining<Result>(_ what: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unwritable(folder, what, failure)
        }
    }

    /// Removes the halves of files whose writers were killed; a writer at work is never so slow.
    func clearUnfinished(before limit: Date) async {
        try? await offThePool { [folder] in
            for name in try FolderListing(of: folder).unfinished {
                let file = folder.appending(path: name)
                let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
                guard let written = values?.contentModificationDate, written < limit else { continue }
                try? PrivateFile.remove(file)
            }
        }
    }
}
