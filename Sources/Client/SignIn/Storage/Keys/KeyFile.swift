// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles

/// The file beside the accounts that holds their key, or says that a keyring has it.
///
/// It is made once and never changed: whichever program makes it first decides for all, and a keyring that appears
/// later changes nothing.
package enum KeyFile {
    /// What it says.
    package enum Content: Equatable {
        /// The key itself.
        case key(SealingKey)
        /// A keyring has it under this name.
        case inKeyring(String)
    }

    static let name = "sealing-key"

    static func url(in folder: URL) -> URL { folder.appending(path: name) }

    /// Reads the file; `nil` if there is none.
    ///
    /// It waits for the disk: call it off the cooperative pool.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`, `unreadable`).
    static func read(in folder: URL) throws -> Content? {
        let file = url(in: folder)
        do {
            try PrivateFile.requireOwnFolder(folder)
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unreadable(folder, failure)
        }
        do {
            guard let data = try PrivateFile.content(of: file, limit: 4096) else { return nil }
            guard let content = Content(String(decoding: data, as: UTF8.self)) else {
                throw AccountStorageError(
                    .keyMissing,
                    "\(file.path) is damaged, and without its key no account beside it opens; put back a copy of the "
                        + "file, or move the folder away and sign in again")
            }
            return content
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unreadable(file, failure)
        }
    }

    /// Makes the file, and the folder.
    ///
    /// - Returns: Whether it was this program that made it; otherwise read what another one made.
    /// - Throws: ``AccountStorageError`` (`unwritable`).
    static func create(_ content: Content, in folder: URL) throws -> Bool {
        do {
            try PrivateFile.makeFolder(folder)
            return try PrivateFile.create(url(in: folder), with: Data((content.text.revealed + "\n").utf8))
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unwritable(folder, "accounts cannot be kept", failure)
        }
    }
}
