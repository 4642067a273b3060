// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import PrivateFiles

/// It blocks: call it off the cooperative pool.
struct SealedFolder: Sendable {
    let folder: URL
    let seal: AccountSeal

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

    /// This key determines the file name, so another key in that file means damage.
    func record(of id: Account.ID) throws -> AccountRecord? {
        let name = seal.name(of: id)
        do {
            return try record(in: name)
        } catch let error as AccountStorageError where error.code == .keyMismatch {
            throw AccountStorageError(.damaged, "\(url(name.sealed).path) is damaged; move it away and sign in again")
        }
    }

    func write(_ record: AccountRecord) throws {
        let name = seal.name(of: record.id)
        try PrivateFile.replace(url(name.sealed), with: seal.seal(record.content(), as: name))
    }

    /// Replaces an earlier damaged file.
    func setAside(_ name: AccountFileName) throws { try PrivateFile.move(url(name.sealed), to: url(name.damaged)) }

    func remove(_ name: AccountFileName) throws {
        for file in [name.sealed, name.damaged] {
            do {
                try PrivateFile.remove(url(file))
            } catch let failure as PrivateFile.Failure where failure.isForeign {
                // It contains nothing of the account.
            }
        }
    }

    /// One fast system call, made on the caller's thread.
    func holds(_ name: AccountFileName) -> Bool {
        // A file that the system does not show may exist.
        (try? AccountStamp(of: url(name.sealed).path) == nil) != true
    }

    func url(_ name: String) -> URL { folder.appending(path: name) }

    /// Far above the size of any account.
    static let sizeLimit = 16 << 20
}

package struct FolderListing {
    package var sealed: [AccountFileName] = []
    var hasRegistrations = false
    package var damaged: [AccountFileName] = []
    /// Files of a program that is still writing them, or that terminated early.
    package var unfinished: [String] = []

    package init(_ names: [String]) {
        for name in names.sorted() {
            if let file = AccountFileName(ofSealed: name) {
                sealed.append(file)
            } else if let file = AccountFileName(ofDamaged: name) {
                damaged.append(file)
            } else if name == AccountSeal.registrationsName {
                hasRegistrations = true
            } else if PrivateFile.target(ofTemporary: name).map(Self.isOurs) == true {
                unfinished.append(name)
            }
        }
    }

    /// Whether nothing is sealed, so that a new key makes no file unreadable.
    var needsNoKey: Bool { sealed.isEmpty && !hasRegistrations }

    /// Other programs remove their own unfinished files.
    private static func isOurs(_ name: String) -> Bool {
        [KeyFile.name, AccountSeal.registrationsName, probe].contains(name) || AccountFileName(ofSealed: name) != nil
    }

    /// The file that tests whether the folder is writable.
    static let probe = "probe"

    /// A missing folder counts as empty.
    init(of folder: URL) throws {
        do {
            try PrivateFile.requireOwnFolder(folder)
            self.init(try PrivateFile.names(in: folder))
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unreadable(folder, failure)
        }
    }
}
