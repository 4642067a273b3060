// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import PrivateFiles

/// The files in a folder of accounts, by name; the listing ignores all other files.
package struct FolderListing {
    package var sealed: [AccountFileName] = []
    /// Whether registrations are kept beside the accounts.
    var hasRegistrations = false
    /// The accounts that were found damaged and set aside.
    package var damaged: [AccountFileName] = []
    /// Unfinished files, of a program that still writes them or that ended too early.
    package var unfinished: [String] = []

    /// Sorts names by their kind.
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

    /// Whether nothing is sealed yet, so that a new key makes no file unreadable.
    var needsNoKey: Bool { sealed.isEmpty && !hasRegistrations }

    /// Whether this library writes files of this name; other programs remove their own unfinished files.
    private static func isOurs(_ name: String) -> Bool {
        [KeyFile.name, AccountSeal.registrationsName, probe].contains(name) || AccountFileName(ofSealed: name) != nil
    }

    /// The file that tests whether the folder can be written.
    static let probe = "probe"

    /// Reads a folder; a missing one is empty.
    ///
    /// - Throws: ``AccountStorageError`` (`unreadable`).
    init(of folder: URL) throws {
        do {
            try PrivateFile.requireOwnFolder(folder)
            self.init(try PrivateFile.names(in: folder))
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unreadable(folder, failure)
        }
    }
}
