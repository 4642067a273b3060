// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import PrivateFiles

/// Reads and writes the sealed files of a folder.
///
/// It blocks: call it off the cooperative pool.
struct SealedFolder: Sendable {
    let folder: URL
    let seal: AccountSeal

    /// The account in the file of a name, or `nil` if there is no such file.
    ///
    /// - Throws: ``AccountStorageError`` (`damaged`, `keyMismatch`, `laterVersion`, `unreadable`).
    func record(in name: AccountFileName) throws -> AccountRecord? {
        let file = url(name.sealed)
        do {
            guard let sealed = try PrivateFile.content(of: file, limit: Self.sizeLimit) else { return nil }
            let record = try AccountRecord(content: seal.open(sealed, as: name))
            guard seal.name(of: record.id) == name else { throw BrokenSeal.damaged }
            return record
        } catch let failure as PrivateFile.Failure where !failure.isForeign {
            throw AccountStorageError.unreadable(file, failure)
        } catch BrokenSeal.laterVersion {
            throw AccountStorageError(
                .laterVersion, "a later version of this program wrote \(file.path); use that version")
        } catch BrokenSeal.otherKey {
            throw AccountStorageError(
                .keyMismatch,
                "\(file.path) is encrypted with another key, or for another group; give this program that key, or move "
                    + "the file away")
        } catch {
            throw AccountStorageError(.damaged, "\(file.path) is damaged; move it away and sign in again")
        }
    }

    /// The account of an id, in a file named by this key: another key in that file means damage.
    ///
    /// - Throws: ``AccountStorageError`` (`damaged`, `laterVersion`, `unreadable`).
    func record(of id: Account.ID) throws -> AccountRecord? {
        let name = seal.name(of: id)
        do {
            return try record(in: name)
        } catch let error as AccountStorageError where error.code == .keyMismatch {
            throw AccountStorageError(.damaged, "\(url(name.sealed).path) is damaged; move it away and sign in again")
        }
    }

    /// Replaces the stored account.
    ///
    /// - Throws: `PrivateFile.Failure`.
    func write(_ record: AccountRecord) throws {
        let name = seal.name(of: record.id)
        try PrivateFile.replace(url(name.sealed), with: seal.seal(record.content(), as: name))
    }

    /// Moves a damaged file out of the way, and replaces an earlier one there.
    ///
    /// - Throws: `PrivateFile.Failure`.
    func setAside(_ name: AccountFileName) throws {
        try PrivateFile.move(url(name.sealed), to: url(name.damaged))
    }

    /// Removes the files of an account, good or damaged.
    ///
    /// - Throws: `PrivateFile.Failure`.
    func remove(_ name: AccountFileName) throws {
        for file in [name.sealed, name.damaged] {
            do {
                try PrivateFile.remove(url(file))
            } catch let failure as PrivateFile.Failure where failure.isForeign {
                // It holds nothing of the account.
            }
        }
    }

    /// Whether a file of this name exists, with any content; one fast system call, made on the caller's thread.
    func holds(_ name: AccountFileName) -> Bool {
        // A file that the system does not show may exist.
        (try? AccountStamp(of: url(name.sealed).path) == nil) != true
    }

    func url(_ name: String) -> URL { folder.appending(path: name) }

    /// Far above the size of any account.
    static let sizeLimit = 16 << 20
}
