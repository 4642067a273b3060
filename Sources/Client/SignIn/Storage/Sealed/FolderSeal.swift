// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import PrivateFiles
import Synchronization

/// A folder's seal, read once, and again when its key file changes: a user may remove the folder while a program runs
/// for months, and other programs must be able to open the accounts that this one saves later.
final class FolderSeal: Sendable {
    private struct Kept {
        let seal: AccountSeal
        let keyFile: AccountStamp?
        /// Deriving a name costs more than reading the file's metadata.
        var paths: [Account.ID: String] = [:]
    }

    private let folder: URL
    private let group: AccountGroup?
    private let source: any SealingKeySource
    private let kept = Mutex<Kept?>(nil)
    private let looking = ExclusiveAccess<String>()
    private let making = ExclusiveAccess<String>()

    init(of folder: URL, group: AccountGroup?, from source: any SealingKeySource) {
        self.folder = folder
        self.group = group
        self.source = source
    }

    func existing() async throws -> AccountSeal? {
        if let seal = try current() { return seal }
        return try await looking.run(for: folder.path) {
            while true {
                if let seal = try self.current() { return seal }
                let keyFile = try self.keyFile()
                guard let key = try await self.source.existingKey(of: self.folder) else { return nil }
                // A key file that was created or replaced in between may hold another key.
                guard try self.keyFile() == keyFile else { continue }
                let seal = AccountSeal(key, group: self.group)
                self.kept.withLock { $0 = Kept(seal: seal, keyFile: keyFile) }
                return seal
            }
        }
    }

    func value() async throws -> AccountSeal {
        if let seal = try await existing() { return seal }
        return try await making.run(for: folder.path) {
            if let seal = try await self.existing() { return seal }
            _ = try await self.source.key(of: self.folder)
            // Only a faulty source creates a key that it does not find afterwards.
            guard let seal = try await self.existing() else {
                throw AccountStorageError(
                    .keyMissing,
                    "the key of the accounts in \(self.folder.path) was created, but is missing; check its storage, "
                        + "and try again")
            }
            return seal
        }
    }

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
