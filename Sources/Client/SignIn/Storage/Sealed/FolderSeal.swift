// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles
import Synchronization

/// The seal of a folder, asked for once.
///
/// It is asked for again when the folder's key file is another one: somebody may have removed the folder under a
/// program that runs for months, and what that program keeps then must open for the others.
final class FolderSeal: Sendable {
    private struct Kept {
        let seal: AccountSeal
        let keyFile: AccountStamp?
        /// Where the files of the accounts are that somebody asked for: a name costs more than the look at the file.
        var paths: [Account.ID: String] = [:]
    }

    private let folder: URL
    private let group: AccountGroup?
    private let source: any SealingKeySource
    private let kept = Mutex<Kept?>(nil)
    private let looking = ExclusiveAccess<URL>()
    private let making = ExclusiveAccess<URL>()

    init(of folder: URL, group: AccountGroup?, from source: any SealingKeySource) {
        self.folder = folder
        self.group = group
        self.source = source
    }

    /// The seal; `nil` as long as nobody has made a key.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    func existing() async throws -> AccountSeal? {
        if let seal = try current() { return seal }
        return try await looking.run(for: folder) {
            while true {
                if let seal = try self.current() { return seal }
                let keyFile = try self.keyFile()
                guard let key = try await self.source.existingKey(of: self.folder) else { return nil }
                // A file that was made or replaced meanwhile may say something else.
                guard try self.keyFile() == keyFile else { continue }
                let seal = AccountSeal(key, group: self.group)
                self.kept.withLock { $0 = Kept(seal: seal, keyFile: keyFile) }
                return seal
            }
        }
    }

    /// The seal, with a key that is made if nobody has made one.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`, `unwritable`).
    func value() async throws -> AccountSeal {
        if let seal = try await existing() { return seal }
        return try await making.run(for: folder) {
            if let seal = try await self.existing() { return seal }
            _ = try await self.source.key(of: self.folder)
            // Only a source that breaks its word has made a key and does not find it.
            guard let seal = try await self.existing() else {
                throw AccountStorageError(
                    .keyMissing,
                    "the key of the accounts in \(self.folder.path) was made and is not there; look where it is kept, "
                        + "and try again")
            }
            return seal
        }
    }

    /// Where the file of an account is; `nil` before the seal was asked for.
    func path(of id: Account.ID) -> String? {
        kept.withLock { kept in
            if let path = kept?.paths[id] { return path }
            guard let name = kept?.seal.name(of: id) else { return nil }
            let path = folder.appending(path: name.sealed).path
            kept?.paths[id] = path
            return path
        }
    }

    private func current() throws -> AccountSeal? {
        guard let (seal, stamp) = kept.withLock({ $0.map { ($0.seal, $0.keyFile) } }), try keyFile() == stamp else {
            return nil
        }
        return seal
    }

    private func keyFile() throws -> AccountStamp? {
        do {
            try PrivateFile.requireOwnFolder(folder)
            return try AccountStamp(of: KeyFile.url(in: folder).path)
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unreadable(folder, failure)
        }
    }
}
