// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStart
import SignIn
import Testing

/// A home with an account that an earlier version kept unsealed, and with settings that it belongs to.
struct AccountsOnDisk {
    let command: BuiltCommand
    let settings: String
    var folder: URL { command.home.appending(path: "accounts") }

    /// Runs `body` with such a home.
    static func with<Result>(_ body: (AccountsOnDisk) async throws -> Result) async throws -> Result {
        let home = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        return try await body(AccountsOnDisk(BuiltCommand(home: home)))
    }

    private init(_ command: BuiltCommand) throws {
        self.command = command
        let file = command.home.appending(path: "settings.plist")
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>authority</key><string>http://localhost:9/common</string>
            <key>clientId</key><string>7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10</string>
            <key>redirectUri</key><string>http://localhost</string>
            <key>scopes</key><string>openid profile offline_access User.Read</string>
            <key>graphAPI</key><string>http://localhost:9/</string><key>api-version</key><string>v1.0</string>
            </dict></plist>
            """.utf8
        ).write(to: file)
        settings = file.path
        try keepUnsealed(for: Settings(contentsOf: file).registration)
    }

    /// Keeps an account as the version before sealed files did.
    private func keepUnsealed(for registration: ClientRegistration) throws {
        let authority = registration.issuer.absoluteString
        let content = """
            {"authority":"\(authority)","claims":{"name":"Ana Silva","preferred_username":"ana@example.com"},\
            "clientID":"\(registration.clientID)","issuer":"\(authority)","refreshToken":"refresh-of-ana",\
            "registration":"\(registration.name)","signedInAt":1767225600,"subject":"ana","tokens":[],"version":1}
            """
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let id = try decoder.decode(AccountRecord.self, from: Data(content.utf8)).id
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: folder.appending(path: "\(id.rawValue).account"))
    }

    /// The names in the folder of the accounts that say how they are kept.
    func kept() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".lock") }
            .map { $0.hasSuffix(".sealed") ? "*.sealed" : $0 }.sorted()
    }

    /// What the key file says, without a key.
    func placeOfKey() throws -> String {
        let text = try String(contentsOf: folder.appending(path: "sealing-key"), encoding: .utf8)
        return text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }
}
