// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What the names in a folder of accounts mean; everything else in it is left alone.
package struct FolderListing {
    /// The sealed accounts.
    package var sealed: [AccountFileName] = []
    /// The accounts that were found damaged and set aside.
    package var damaged: [AccountFileName] = []
    /// The accounts that an earlier version kept, unsealed.
    package var unsealed: [Account.ID] = []
    /// The halves of files that somebody is writing, or did not live to finish.
    package var unfinished: [String] = []

    /// Sorts names by what they mean.
    package init(_ names: [String]) {
        for name in names.sorted() {
            if let stem = Self.stem(of: name, AccountFileName.sealedSuffix) {
                sealed.append(AccountFileName(stem: stem))
            } else if let stem = Self.stem(of: name, AccountFileName.damagedSuffix) {
                damaged.append(AccountFileName(stem: stem))
            } else if let id = UnsealedAccountFile.id(ofFile: name) {
                unsealed.append(id)
            } else if PrivateFile.isTemporary(name) {
                unfinished.append(name)
            }
        }
    }

    /// Reads a folder; one that is not there is empty.
    ///
    /// - Throws: ``AccountStorageError`` (`unreadable`).
    init(of folder: URL) throws {
        guard FileManager.default.fileExists(atPath: folder.path) else {
            self.init([])
            return
        }
        do {
            self.init(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        } catch {
            throw AccountStorageError(
                .unreadable, "the accounts in \(folder.path) cannot be read; check its permissions")
        }
    }

    private static func stem(of name: String, _ suffix: String) -> String? {
        guard name.hasSuffix(suffix), !name.hasPrefix(".") else { return nil }
        return String(name.dropLast(suffix.count))
    }
}
