// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// A copy of what the program of eb9d09e0 wrote: data folders, and accounts.
///
/// `recorded` is what was kept of that program when it was replaced. `filled` is the same folder after the old program
/// filled every table (`Making/make.py`); `known.json` in it has the cookies, codes and tokens that clients kept.
struct StoredFolder: Sendable {
    /// One of the two folders of data.
    enum Kind: String, Sendable, CaseIterable { case recorded, filled }

    /// The time at which the old program ended.
    static let date = Date(timeIntervalSince1970: 1_795_878_545)

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

    /// The folder with both kinds.
    let root: URL

    /// The data of a demo: tenant, tasks, web sessions, settings.
    func demo(_ kind: Kind) -> URL { root.appending(path: "\(kind.rawValue)/demo") }

    /// The accounts of the command.
    func accounts(_ kind: Kind) -> URL { root.appending(path: "\(kind.rawValue)/home/accounts") }

    /// What the clients of the filled folder know.
    func known() throws -> KnownSecrets {
        try JSONDecoder().decode(KnownSecrets.self, from: Data(contentsOf: root.appending(path: "filled/known.json")))
    }

    /// Runs `body` with a copy, which is gone afterwards.
    static func with<Result>(_ body: (StoredFolder) async throws -> Result) async throws -> Result {
        let root = FileManager.default.temporaryDirectory.appending(path: "stored-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let archive = tests.appending(path: "eb9d09e0.tar.xz").path
        let (status, output) = try await python(["-m", "tarfile", "-e", archive, root.path])
        try #require(status == 0, "\(output)")
        return try await body(StoredFolder(root: root))
    }

    /// The differences of two databases; empty if there are none.
    ///
    /// - Parameters:
    ///   - what: `rows` or `schema`.
    ///   - old: The database that the old program wrote.
    ///   - new: The other database.
    ///   - excluded: Tables that are not compared.
    /// - Returns: A line per difference.
    /// - Throws: Errors of the system if the script cannot be started.
    static func differences(
        of what: String, from old: URL, to new: URL, without excluded: [String] = []
    ) async throws -> String {
        let script = tests.appending(path: "compare.py").path
        let (status, output) = try await python([script, what, old.path, new.path] + excluded)
        let text = output.trimmingCharacters(in: .whitespacesAndNewlines)
        return status == 0 ? text : "status \(status)\n\(text)"
    }

    private static func python(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        return try await process.runToEnd(readingErrors: true)
    }

    static func content(of folder: URL) throws -> [String: Data] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try Dictionary(uniqueKeysWithValues: files.map { ($0.lastPathComponent, try Data(contentsOf: $0)) })
    }
}

/// Cookies, codes and tokens in clear.
struct KnownSecrets: Decodable {
    struct Browser: Decodable {
        var cookies: [String: String]
        var refreshToken: String?
        var code: String?
        var verifier: String?
    }

    struct Code: Decodable {
        var code: String
        var verifier: String
    }

    var entra: Browser
    var customer: Browser
    var standard: Browser
    var web: Browser
    /// The code of a customer, who did not redeem it.
    var customerCode: Code
    /// The code of a device whose person approved it.
    var approvedDevice: String
    /// The address of a pushed request.
    var pushed: String

    private enum CodingKeys: String, CodingKey {
        case entra, customer, standard, web, pushed
        case customerCode = "customer who has a code"
        case approvedDevice = "approved device"
    }
}
