// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import QuickStart

/// The note that says where the settings of the running demo are.
///
/// Whoever writes it, or the settings, decides where tokens are sent: only this user's own files are believed.
enum DemoNote {
    /// The settings for a work account; `nil` if no demo is running.
    ///
    /// - Throws: ``CommandError`` if somebody else could have written the note.
    static func read() throws -> URL? {
        let note = Folders.runningDemo
        guard FileManager.default.fileExists(atPath: note.path) else { return nil }
        let content = try believing {
            try files.prepareFolder()
            return try files.content(of: note.lastPathComponent)
        }
        guard let content, !content.isEmpty else { return nil }
        return URL(filePath: String(decoding: content, as: UTF8.self))
    }

    /// The settings in a file of the demo.
    ///
    /// - Throws: ``CommandError`` if somebody else could have written them; `SettingsError`.
    static func settings(in file: URL) throws -> Settings {
        let content = try believing {
            try PrivateFiles(folder: file.deletingLastPathComponent()).content(of: file.lastPathComponent)
        }
        guard let content else { return try Settings(contentsOf: file) }
        return try Settings(propertyList: content, file: file.path)
    }

    /// Leaves the note.
    ///
    /// - Throws: ``CommandError`` if others could change it there; `CocoaError`.
    static func write(_ work: URL) throws {
        do {
            try files.prepareFolder()
            try Data(work.path.utf8).write(to: Folders.runningDemo, options: .atomic)
            try files.tightenFile(Folders.runningDemo.lastPathComponent)
        } catch let error as PrivateFilesError {
            throw CommandError(
                "the folder \(Folders.home.path) cannot be used: \(error.reason)",
                hint: "set TESSERA_HOME to a folder of your own", .cannotWrite)
        }
    }

    /// Takes the note away.
    static func remove() { try? FileManager.default.removeItem(at: Folders.runningDemo) }

    private static var files: PrivateFiles { PrivateFiles(folder: Folders.home) }

    private static func believing(_ read: () throws -> Data?) throws -> Data? {
        do {
            return try read()
        } catch let error as PrivateFilesError {
            throw CommandError(
                "what is said of the running demo could be somebody else's: \(error.reason)",
                hint: "remove \(Folders.runningDemo.path), and start `tessera demo` again", .settingsWrong)
        }
    }
}
