// SPDX-License-Identifier: Apache-2.0
package import Foundation
import PrivateFiles
package import QuickStart

/// The file with the place of the running demo's settings.
///
/// The note and the settings decide where tokens go: the command reads only this user's own files.
package enum DemoNote {
    /// The settings for a work account; `nil` if no demo is running.
    ///
    /// - Throws: ``CommandError`` if another user can write the file.
    package static func read() throws -> URL? {
        let note = Folders.runningDemo
        guard FileManager.default.fileExists(atPath: note.path) else { return nil }
        let content = try believing {
            try PrivateFile.makeFolderOthersMaySee(Folders.home)
            return try PrivateFile.contentOfOwn(note, limit: sizeLimit)
        }
        guard let content, !content.isEmpty else { return nil }
        return URL(filePath: String(decoding: content, as: UTF8.self))
    }

    /// The settings in a file of the demo.
    ///
    /// - Throws: ``CommandError`` if another user can write them; `SettingsError`.
    package static func settings(in file: URL) throws -> Settings {
        let content = try believing { try PrivateFile.contentOfOwn(file, limit: sizeLimit) }
        guard let content else { return try Settings(contentsOf: file) }
        return try Settings(propertyList: content, file: file.path)
    }

    /// The customers' settings beside a demo's settings for work accounts.
    package static func customerSettings(beside work: URL) -> URL {
        work.deletingLastPathComponent().appending(path: "settings-b2c.plist")
    }

    /// Writes the note.
    ///
    /// - Throws: ``CommandError`` if it cannot be written, or another user could change it there.
    package static func write(_ work: URL) throws {
        do {
            try PrivateFile.makeFolderOthersMaySee(Folders.home)
            try PrivateFile.replace(Folders.runningDemo, with: Data(work.path.utf8))
        } catch let error as PrivateFile.Failure {
            throw CommandError(
                "the folder \(Folders.home.path) cannot be used: \(error.reason)",
                hint: "set TESSERA_HOME to a folder of your own", .cannotWrite)
        }
    }

    /// Removes the note.
    package static func remove() { try? FileManager.default.removeItem(at: Folders.runningDemo) }

    /// Far more than a note or settings need.
    private static let sizeLimit = 1 << 20

    private static func believing(_ read: () throws -> Data?) throws -> Data? {
        do {
            return try read()
        } catch let error as PrivateFile.Failure {
            throw CommandError(
                "what is said of the running demo could be somebody else's: \(error.reason)",
                hint: "remove \(Folders.runningDemo.path), and start `tessera demo` again", .settingsWrong)
        }
    }
}
