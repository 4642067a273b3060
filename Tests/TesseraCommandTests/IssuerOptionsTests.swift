// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import Foundation
import SignIn
import Testing

@testable import ClientCommands
@testable import CommandTerminal
@testable import TesseraCommand

/// Options that `tessera sign-in --issuer` rejects before any request.
@Suite struct IssuerOptionsTests {
    private static let rows: [(arguments: [String], error: String, hint: String, Int32)] = [
        (["--issuer", "https://a.example"], "the client id is missing", "--client-id ID", 64),
        (["--client-id", "kiosk"], "--client-id requires an issuer", "--issuer URL", 64),
        (["--name", "desk"], "--name requires an issuer", "--issuer URL", 64),
        (
            ["--issuer", "http://a.example", "--client-id", "kiosk"],
            "the issuer http://a.example must begin with https://", "use --issuer", 64
        ),
        (["--issuer", "a.example", "--client-id", "kiosk"], "must be a URL such as", "use --issuer", 64),
        (
            ["--issuer", "https://a.example/.well-known/openid-configuration", "--client-id", "kiosk"],
            "the issuer is https://a.example", "use --issuer", 64
        ),
        (
            ["--issuer", "https://a.example", "--client-id", "kiosk", "--client-authentication", "basic"],
            "requires a secret", "--client-secret-file FILE", 64
        ),
        (
            ["--issuer", "https://a.example", "--client-id", "kiosk", "--client-authentication", "jwt"],
            "'jwt' is not a client authentication method", "basic, post, or none", 64
        ),
        (
            ["--issuer", "https://a.example", "--client-id", "kiosk", "--redirect-uri", "here"],
            "'here' is not a valid redirect URI", "--redirect-uri http://127.0.0.1", 64
        ),
        (
            ["--issuer", "https://a.example", "--client-id", "kiosk", "--client-secret-file", "/nowhere/secret"],
            "the secret file /nowhere/secret does not exist", "check the path", 66
        ),
        (
            ["--issuer", "https://a.example", "--client-id", "kiosk", "--client-secret-file", "/dev"],
            "is not a file", "check its permissions", 66
        ),
    ]

    @Test(arguments: rows)
    func `wrong input is named, with the next step`(
        _ arguments: [String], _ error: String, _ hint: String, _ status: Int32
    ) async throws {
        let (outcome, left) = try await BuiltCommand.withHome { command in
            (
                try await command.run(["sign-in"] + arguments),
                try FileManager.default.contentsOfDirectory(atPath: command.home.path)
            )
        }
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("error: ") && outcome.error.contains(error), "\(outcome.error)")
        #expect(outcome.error.contains("hint: ") && outcome.error.contains(hint), "\(outcome.error)")
        #expect(left.isEmpty)
    }

    @Test(arguments: [
        ["sign-in", "--issuer", "https://a.example", "--client-id", "a", "--settings", "demo"],
        ["accounts", "--registration", "a", "--settings", "demo"],
    ])
    func `contradictory options are a usage error`(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(arguments) }
    }

    @Test(arguments: [(0o600, nil), (0o400, nil), (0o640, "read"), (0o604, "read"), (0o620, "read")])
    func `a secret file is for its owner alone`(_ mode: Int, _ objection: String?) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
        try Data("s3cret\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        guard let objection else { return #expect(try SecretFile(file).read() == Redacted("s3cret")) }
        let error = #expect(throws: CommandError.self) { try SecretFile(file).read() }
        #expect(error?.message.contains("may be \(objection) by other users") == true)
        #expect(error?.hint == "make it private with `chmod 600`")
        #expect(error?.status == .noInput)
    }

    @Test func `a secret file without a secret says so`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
        try Data(" \n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(throws: CommandError.self) { try SecretFile(file).read() }
    }
}
