// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import Testing

/// Ways in and out, over sockets and with the built command.
@Suite struct SignInJourneyTests {
    private static let ana = RunningDemo.Visitor(username: "ana.silva@aldervale.example")

    @Test(arguments: [
        "urn:ietf:wg:oauth:2.0:oob", "https://login.microsoftonline.com/common/oauth2/nativeclient",
    ])
    func `where no program can listen, the address is pasted`(_ redirectURI: String) async throws {
        try await RunningDemo.run { demo in
            let file = try demo.settings(
                "pasting.plist", from: demo.report.settings.quickstart, replacing: ["http://localhost": redirectURI])
            let browser = Self.ana.environment(in: demo.command.home)
            let outcome = try await demo.command.run(["sign-in", "--settings", file]) { line in
                line.hasPrefix(demo.report.tenant) ? try BuiltCommand.browse(line, as: browser) : nil
            }
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(outcome.output == "Signed in as Ana Silva <ana.silva@aldervale.example>.\n")
            #expect(outcome.error.contains("No program can listen on the redirect URI \(redirectURI)."))
            #expect(!outcome.error.contains("code="), "the answer is not repeated")
        }
    }

    @Test func `pasting invalid text causes an error, a limited number of times`() async throws {
        try await RunningDemo.run { demo in
            let outcome = try await demo.command.run(["sign-in", "--paste"]) { line in
                guard line.hasPrefix(demo.report.tenant) else { return nil }
                return (Array(repeating: "https://example.com/?code=1", count: 9)).joined(separator: "\n")
            }
            #expect(outcome.status != 0)
            #expect(outcome.error.components(separatedBy: "That did not work").count == 5)
            #expect(outcome.error.contains("hint: "))
            let left = try await demo.command.run(["sign-in", "--paste"]) {
                $0.hasPrefix(demo.report.tenant) ? "" : nil
            }
            #expect(left.error.contains("error: the sign-in was canceled"))
        }
    }

    @Test func `a code is typed on another device`() async throws {
        try await RunningDemo.run { demo in
            let browser = Self.ana.environment(in: demo.command.home)
            let page = Mutex("")
            // Over SSH nobody has to say that.
            let outcome = try await demo.command.run(["sign-in"], adding: ["SSH_TTY": "/dev/pts/0"]) { line in
                if line.hasPrefix(demo.report.tenant) { page.withLock { $0 = line } }
                guard let code = line.wholeMatch(of: #/and enter the code (\S+)/#)?.1 else { return nil }
                return try BuiltCommand.browse(
                    page.withLock { $0 }, as: browser.merging(["TEST_USER_CODE": String(code)]) { $1 })
            }
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(outcome.output == "Signed in as Ana Silva <ana.silva@aldervale.example>.\n")
            #expect(outcome.error.contains("(SSH). Using --device-code"))
            #expect(try await demo.command.run("tasks", "list").status == 0)
        }
    }

    @Test func `an unknown scope does not require a new sign-in`() async throws {
        try await RunningDemo.run { demo in
            #expect(try await demo.signIn(Self.ana.username).status == 0)
            let outcome = try await demo.command.run("token", "--scope", "nonsense")
            #expect(outcome.error.contains("AADSTS70011") && !outcome.error.contains("tessera sign-in"))
            #expect(outcome.status == 78, "\(outcome.error)")
        }
    }

    @Test(arguments: [[], ["--scope", "User.ReadBasic.All"]])
    func `a code that another person answers changes no account`(_ asking: [String]) async throws {
        try await RunningDemo.run { demo in
            #expect(try await demo.signIn(Self.ana.username).status == 0)
            let stranger = RunningDemo.Visitor(username: "conor.obrien@aldervale.example")
            let browser = stranger.environment(in: demo.command.home)
            let arguments = ["sign-in", "--device-code", "--account", Self.ana.username] + asking
            let page = "\(demo.report.tenant)/devicelogin"
            let outcome = try await demo.command.run(arguments) { line in
                guard let code = line.wholeMatch(of: #/and enter the code (\S+)/#)?.1 else { return nil }
                return try BuiltCommand.browse(page, as: browser.merging(["TEST_USER_CODE": String(code)]) { $1 })
            }
            #expect(outcome.status == 1)
            #expect(outcome.error.contains("error: the provider responded for another user"), "\(outcome.error)")
            #expect(!(try await demo.command.run("accounts").output.contains(stranger.username)))
        }
    }

    @Test func `after a sign-out the provider asks for the account`() async throws {
        try await RunningDemo.run { demo in
            var visitor = Self.ana
            visitor.cookies = "cookies"
            let named = ["sign-in", "--account", visitor.username]
            func run(_ arguments: [String]) async throws -> BuiltCommand.Outcome {
                try await demo.command.run(arguments, adding: visitor.environment(in: demo.command.home))
            }
            #expect(try await run(named).status == 0)
            // Whoever is asked anything from here on goes away.
            visitor.cancels = true
            #expect(try await run(named).status == 0, "the provider knows the browser")

            #expect(try await run(["sign-out", "--local"]).status == 0)
            #expect(try await run(named).status == 0, "only here was it forgotten")

            let out = try await run(["sign-out", "--json"])
            #expect(out.output.contains(#""sessionEnded":true"#), "\(out.error)")
            let again = try await run(named)
            #expect(again.status == 1)
            #expect(again.error.contains("error: the sign-in was canceled"), "the provider asked who it is")
        }
    }
}
