// SPDX-License-Identifier: Apache-2.0
import Foundation
import QuickStart

@testable import SignIn

/// A home with an account of Ana, and with settings that it belongs to.
struct AccountsOnDisk {
    let command: BuiltCommand
    let settings: String
    var folder: URL { command.home.appending(path: "accounts") }

    /// Runs `body` with such a home; the key is the one that is given, else in a file beside the account.
    static func with<Result>(
        key: SealingKey? = nil, _ body: (AccountsOnDisk) async throws -> Result
    ) async throws -> Result {
        try await BuiltCommand.withHome { command in
            let disk = try AccountsOnDisk(command)
            let registration = try Settings(contentsOf: URL(filePath: disk.settings)).registration
            let storage = SealedAccountStorage(
                folder: disk.folder, keySource: key ?? SystemSealingKey(environment: [:], keyring: nil))
            try await storage.save(account(at: registration))
            return try await body(disk)
        }
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
    }

    private static func account(at registration: ClientRegistration) throws -> AccountRecord {
        let authority = registration.issuer.absoluteString
        let content = """
            {"authority":"\(authority)","claims":{"name":"Ana Silva","preferred_username":"ana@example.com"},\
            "clientID":"\(registration.clientID)","generation":0,"issuer":"\(authority)",\
            "refreshToken":"refresh-of-ana","registration":"\(registration.name)","signedInAt":1767225600,\
            "subject":"ana","tokens":[],"version":1}
            """
        return try AccountRecord(content: Data(content.utf8))
    }

    func kept() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".lock") }
            .map { $0.hasSuffix(".sealed") ? "*.sealed" : $0 }.sorted()
    }
}
