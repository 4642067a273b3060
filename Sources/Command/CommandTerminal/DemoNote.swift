// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import PortableFoundation
import PrivateFiles

/// The file with the place of the running demo's settings.
///
/// The note and the settings decide where tokens go: the command reads only this user's own files.
public enum DemoNote {
    /// The settings for a work account; `nil` if no demo is running.
    ///
    /// Refuses a note that another user can write.
    public static func read() throws -> URL? {
        let note = Folders.runningDemo
        guard FileManager.default.fileExists(atPath: note.path) else { return nil }
        let content = try believing {
            try PrivateFile.makeFolderOthersMaySee(Folders.home)
            return try PrivateFile.contentOfOwn(note, limit: sizeLimit)
        }
        guard let content, !content.isEmpty else { return nil }
        return URL(filePath: String(decoding: content, as: UTF8.self))
    }

    /// `nil` if there is no such file; refuses one that another user can write.
    public static func content(of file: URL) throws -> Data? {
        try believing { try PrivateFile.contentOfOwn(file, limit: sizeLimit) }
    }

    public static func customerSettings(beside work: URL) -> URL {
        work.deletingLastPathComponent().appending(path: "settings-b2c.plist")
    }

    public static func write(_ work: URL) throws {
        do {
            try PrivateFile.makeFolderOthersMaySee(Folders.home)
            try PrivateFile.replace(Folders.runningDemo, with: Data(work.path.utf8))
        } catch let error as PrivateFile.Failure {
            throw CommandError(
                "the folder \(Folders.home.path) cannot be used: \(error.reason)",
                hint: "set TESSERA_HOME to a folder of your own", .cannotWrite)
        }
    }

    public static func remove() { try? FileManager.default.removeItem(at: Folders.runningDemo) }

    /// Far more than a note or settings need.
    private static let sizeLimit = 1 << 20

    private static func believing(_ read: () throws -> Data?) throws -> Data? {
        do {
            return try read()
        } catch let error as PrivateFile.Failure {
            throw CommandError(
                "the note about the running demo cannot be trusted: \(error.reason)",
                hint: "remove \(Folders.runningDemo.path), and start `tessera demo` again", .settingsWrong)
        }
    }
}

/// The folders of the command, after the XDG base directories.
public enum Folders {
    static var home: URL { home(in: ProcessInfo.processInfo.environment) }

    /// `TESSERA_HOME`, `XDG_DATA_HOME` on Linux, `HOME`, or the user's entry in the system's list of users.
    static func home(in environment: [String: String]) -> URL {
        func folder(_ name: String) -> URL? {
            // A relative path would name another folder in each working directory.
            environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
        }
        if let chosen = environment["TESSERA_HOME"], !chosen.isEmpty {
            return URL(filePath: chosen, directoryHint: .isDirectory)
        }
        let home = folder("HOME") ?? .homeDirectory
        #if os(macOS)
        return home.appending(path: "Library/Application Support/Tessera", directoryHint: .isDirectory)
        #else
        if let data = folder("XDG_DATA_HOME") { return data.appending(path: "tessera", directoryHint: .isDirectory) }
        return home.appending(path: ".local/share/tessera", directoryHint: .isDirectory)
        #endif
    }

    public static var accounts: URL { home.appending(path: "accounts", directoryHint: .isDirectory) }
    public static var demo: URL { home.appending(path: "demo", directoryHint: .isDirectory) }
    /// The data of a tenant that runs without the demo.
    public static var tenant: URL { home.appending(path: "tenant", directoryHint: .isDirectory) }
    /// The sessions of the app in a browser, when it runs without the demo.
    public static var web: URL { home.appending(path: "web", directoryHint: .isDirectory) }
    public static var runningDemo: URL { home.appending(path: "running-demo") }
}
