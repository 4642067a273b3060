// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import OAuthMessages
import PortableFoundation
import PostgresStorage
import ProgramLifecycle
import WebSignIn
import WebSignInSQLite

struct WebDataOption: ParsableArguments {
    @Option(
        "--data <folder>",
        help: "The folder for the sessions.",
        more: "Default: the running demo's folder, or a folder of its own.")
    var data: String?

    @Option(
        "--database <file>",
        help: "A file with the URL of a PostgreSQL database for the sessions of any number of instances, "
            + "postgres://USER@HOST/DATABASE. Replaces --data. Or put the URL into \(Self.variable).")
    var databaseFile: String?

    static let variable = "TESSERA_DATABASE"

    func validate() throws {
        guard data != "" else { throw ValidationError("--data needs a folder name.") }
        guard databaseFile != "" else { throw ValidationError("--database needs a file name.") }
        if let databaseFile, Self.isAddress(databaseFile) {
            throw ValidationError(
                "--database needs a file that contains the URL: other users of this machine can see arguments.")
        }
        let named = [("--data", data), ("--database", databaseFile), (Self.variable, Self.variableAddress)]
            .compactMap { name, value in value == nil ? nil : name }
        guard named.count <= 1 else {
            throw ValidationError("\(named.joined(separator: " and ")) are mutually exclusive; use one.")
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        text.contains("://") || text.contains("host=") || text.contains("dbname=") || text.contains("password=")
    }

    private static var variableAddress: String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The named folder, otherwise the running demo's unless the app has its own settings, otherwise the app's own.
    func folder(besideSettings areNamed: Bool = false) throws -> URL {
        if let data { return URL(filePath: data, directoryHint: .isDirectory).absoluteURL }
        guard !areNamed, let demo = try DemoNote.read() else { return Folders.web }
        return demo.deletingLastPathComponent()
    }

    func databaseAddress() throws -> PostgresAddress? {
        guard let databaseFile else { return try Self.variableAddress.map(Self.address) }
        guard let text = try? String(contentsOf: URL(filePath: databaseFile), encoding: .utf8) else {
            throw CommandError(
                "the file with the database URL, \(databaseFile), cannot be read",
                hint: "check the path and its permissions", .noInput)
        }
        return try Self.address(text)
    }

    private static func address(_ text: String) throws -> PostgresAddress {
        do { return try PostgresAddress(Redacted(text)) } catch let error as PostgresError
            where error.code == .misconfigured
        {
            throw CommandError(
                error.message, hint: "correct the file of --database, or \(variable)", .settingsWrong)
        }
    }

    func open(besideSettings areNamed: Bool = false, logger: Log) async throws -> WebSessions {
        guard let address = try databaseAddress() else {
            let folder = try folder(besideSettings: areNamed)
            return WebSessions(storage: try Self.sessions(in: folder), database: nil, place: folder.path)
        }
        let database = try PostgresDatabase(at: address, logger: logger)
        try await database.connected()
        return WebSessions(
            storage: try await PostgresWebSessionStorage(in: database), database: database,
            place: database.description)
    }

    static func sessions(in folder: URL) throws -> SQLiteWebSessionStorage {
        try opening(folder) { try SQLiteWebSessionStorage(file: $0) }
    }

    /// Refuses sessions that ``sessions(in:)`` refuses, before a program changes other files.
    static func checkSessions(in folder: URL) throws {
        try opening(folder) { try SQLiteWebSessionStorage.check(file: $0) }
    }

    private static func opening<Value>(_ folder: URL, _ open: (URL) throws -> Value) throws -> Value {
        do {
            return try open(file(in: folder))
        } catch let error as WebSessionFileError {
            throw error
        } catch {
            throw CommandError(
                "the sessions in \(folder.path) cannot be opened: \(error)",
                hint: ErrorText.writableFolder, .cannotWrite)
        }
    }

    static func file(in folder: URL) -> URL { folder.appending(path: "sessions.sqlite") }

    static func certificates(in folder: URL) -> URL {
        folder.appending(path: "certificates", directoryHint: .isDirectory)
    }
}

struct WebSessions: Sendable {
    let storage: any WebSessionStorage
    let database: PostgresDatabase?
    /// The folder, or the host and name of the database, for messages.
    let place: String
}
