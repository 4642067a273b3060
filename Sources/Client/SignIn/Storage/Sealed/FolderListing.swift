// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles

/// What the names in a folder of accounts mean; everything else in it is left alone.
package struct FolderListing {
    /// The sealed accounts.
    package var sealed: [AccountFileName] = []
    /// Whether registrations are kept beside the accounts.
    var hasRegistrations = false
    /// The accounts that were found damaged and set aside.
    package var damaged: [AccountFileName] = []
    /// The halves of files that somebody is writing, or did not live to finish.
    package var unfinished: [String] = []

    /// Sorts names by what they mean.
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

    /// Whether nothing was sealed yet, so that a new key shuts nothing in.
    var needsNoKey: Bool { sealed.isEmpty && !hasRegistrations }

    /// Whether we write files of this name; another program's halves of files are for it to remove.
    private static func isOurs(_ name: String) -> Bool {
        [KeyFile.name, AccountSeal.registrationsName, probe].contains(name) || AccountFileName(ofSealed: name) != nil
    }

    /// What is written to see whether anything can be.
    static let probe = "probe"

    /// Reads a folder; one that is not there is empty.
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
