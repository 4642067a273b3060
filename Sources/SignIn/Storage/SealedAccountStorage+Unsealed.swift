// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Takes over what an earlier version kept unsealed, so that nobody has to sign in again.
extension SealedAccountStorage {
    /// Seals the account of an id, if an earlier version kept it, and removes the file that was not sealed.
    ///
    /// - Throws: ``AccountStorageError`` (`damaged` as it sets the file aside, `laterVersion`, `unreadable`,
    ///   `unwritable`, `busy`, `keyMissing`).
    func takeOver(_ id: Account.ID) async throws {
        guard let file = UnsealedAccountFile(id), try isThere(file) else { return }
        let sealed = try await sealed(creating: true).orMissing(in: folder)
        // A program of the earlier version may be at work on the account.
        try await locked(file.lock) {
            try await locked(sealed.seal.name(of: id).savingLock) {
                try await offThePool { [self] in try takeOver(file, into: sealed) }
            }
        }
    }

    private func takeOver(_ file: UnsealedAccountFile, into sealed: SealedFolder) throws {
        try explaining("the accounts of an earlier version cannot be sealed in") {
            let old = sealed.url(file.name)
            let name = sealed.seal.name(of: file.id)
            // With its account gone the old lock guards nothing, and its name is a hash that a guess can be tested on.
            defer { try? PrivateFile.remove(sealed.url(file.lock)) }
            do {
                guard let content = try PrivateFile.content(of: old, limit: SealedFolder.sizeLimit) else { return }
                let record = try AccountRecord(content: content)
                guard record.id == file.id else { throw BrokenSeal.damaged }
                // What is sealed already is newer.
                if try AccountStamp(of: sealed.url(name.sealed).path) == nil {
                    try sealed.write(record.nextGeneration())
                }
                try PrivateFile.remove(old)
            } catch BrokenSeal.laterVersion {
                throw AccountStorageError(
                    .laterVersion, "a later version of this program wrote \(old.path); use that one")
            } catch let failure as PrivateFile.Failure where !failure.isForeign {
                throw failure
            } catch {
                try PrivateFile.move(old, to: sealed.url(name.damaged))
                throw damage(name)
            }
        }
    }

    /// Forgets an account that an earlier version kept.
    func removeUnsealed(_ id: Account.ID) async throws {
        guard let file = UnsealedAccountFile(id), try isThere(file) else { return }
        try await locked(file.lock) {
            try await offThePool { [self] in
                try explaining("the account cannot be removed from") {
                    try PrivateFile.remove(folder.appending(path: file.name))
                    try PrivateFile.remove(folder.appending(path: file.lock))
                }
            }
        }
    }

    private func isThere(_ file: UnsealedAccountFile) throws -> Bool {
        do {
            return try AccountStamp(of: folder.appending(path: file.name).path) != nil
        } catch {
            throw AccountStorageError(
                .unreadable, "\(folder.path) cannot be read: \(error.reason); check its permissions")
        }
    }
}
