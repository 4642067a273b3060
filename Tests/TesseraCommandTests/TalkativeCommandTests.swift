// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import SignIn
import Testing

/// The built command and the demo over real sockets, with every log turned up, after which no secret is found in what
/// they printed.
@Suite struct TalkativeCommandTests {
    private static let username = "ana.silva@aldervale.example"

    @Test func `no output or log contains a secret`() async throws {
        var (texts, secrets): ([String], Set<String>) = ([], [])
        var challenges: Set<String> = []
        var log: PipeReader?
        try await RunningDemo.run(logging: "trace") { demo in
            log = demo.log
            let command = BuiltCommand(home: demo.command.home, environment: ["TESSERA_LOG": "trace"])
            let visited = demo.command.home.appending(path: "visited")
            var browser = RunningDemo.Visitor(username: Self.username).environment(in: demo.command.home)
            browser["TEST_VISITED"] = visited.path
            let signedIn = try await command.run("sign-in", "--json", "--settings", "demo", adding: browser)
            #expect(signedIn.status == 0, "\(signedIn.error)")
            texts += [signedIn.output, signedIn.error]
            secrets.formUnion(try await Self.secrets(below: command.home.appending(path: "accounts")))
            for address in try Self.addresses(in: visited) {
                secrets.formUnion(address.all("code"))
                challenges.formUnion(address.all("code_challenge"))
            }

            let token = try await command.run("token")
            let accessToken = token.output.trimmingCharacters(in: .newlines)
            // It is wanted there, and nowhere else.
            #expect(token.status == 0 && accessToken.split(separator: ".").count == 3)
            secrets.insert(accessToken)
            texts.append(token.error)
            for arguments in Self.commands + [["inspect", accessToken], ["inspect", "--json", accessToken]] {
                let outcome = try await command.run(arguments)
                texts += [outcome.output, outcome.error]
            }
            secrets.formUnion(try await Self.secrets(below: command.home.appending(path: "accounts")))
            let out = try await command.run("sign-out")
            #expect(out.status == 0, "\(out.error)")
            texts += [out.output, out.error]
        }
        let logged = try #require(log).text()
        #expect(logged.contains(" trace "), "the servers say everything that they can")
        texts.append(logged)
        #expect(secrets.count >= 6 && !challenges.isEmpty, "code, tokens of two kinds, ID token, key")
        Self.expect(texts, toSayNoneOf: secrets, norTheVerifiersOf: challenges)
    }

    /// Commands that succeed, and commands that fail in each way that is theirs.
    private static let commands = [
        ["accounts", "--json"], ["accounts"], ["people", "find", "Ana"], ["tasks", "add", "Water the plants"],
        ["tasks", "list", "--json"], ["people", "show", "nobody@aldervale.example"],
        ["token", "--scope", "nothing/Known"], ["token", "--account", "nobody@aldervale.example"],
        ["inspect", "no-token"], ["tasks", "remove", "00000000"], ["sign-out", "nobody@aldervale.example"],
    ]

    private static func expect(
        _ texts: [String], toSayNoneOf secrets: Set<String>, norTheVerifiersOf challenges: Set<String>
    ) {
        for text in texts {
            for secret in secrets {
                #expect(!text.contains(secret), "a secret of \(secret.count) characters is printed")
            }
            #expect(!text.contains("watchword"), "the password is printed")
            for word in text.matches(of: #/[A-Za-z0-9._~-]{43,128}/#) {
                let challenge = ProofKey(verifier: String(word.output))?.challenge
                #expect(challenge.map(challenges.contains) != true, "a verifier is printed")
            }
        }
    }

    /// What the accounts of a folder, and of the groups in it, keep, and the keys that they are sealed with.
    private static func secrets(below folder: URL) async throws -> Set<String> {
        var secrets: Set<String> = []
        let groups = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("group-") }
        for folder in [folder] + groups.map({ folder.appending(path: $0) }) {
            let key = try? String(contentsOf: folder.appending(path: "sealing-key"), encoding: .utf8)
            if let word = key?.split(whereSeparator: \.isWhitespace).last { secrets.insert(String(word)) }
            for record in try await SealedAccountStorage(folder: folder).records() {
                let tokens =
                    record.tokens.map(\.accessToken) + [record.refreshToken, record.idToken].compactMap(\.self)
                secrets.formUnion(tokens.map(\.revealed))
            }
        }
        return secrets
    }

    private static func addresses(in file: URL) throws -> [FormParameters] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .compactMap { URL(string: String($0)).flatMap(FormParameters.init(queryOf:)) }
    }
}
