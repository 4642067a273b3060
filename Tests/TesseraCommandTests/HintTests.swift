// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Fixtures
import Foundation
import MicrosoftGraph
import QuickStart
import SignIn
import TaskListClient
import Testing

@testable import ClientCommands
@testable import CommandTerminal

/// The commands in hints: each can be typed as printed, and is for the same app as the command that failed.
@Suite struct HintTests {
    private static let signIn: Hint = "\(tessera: "sign-in")"
    private static let new = [
        "tessera", "sign-in", "--issuer=http://127.0.0.1/op", "--client-id", "kiosk", "--name", "desk",
    ]
    private static let asNew = "--issuer http://127.0.0.1/op --client-id kiosk --name desk"

    /// A hint, the arguments of the command that failed, and what is printed.
    @Test(
        arguments: [
            (signIn, ["tessera", "tasks", "--settings", "demo-b2c"], "tessera sign-in --settings demo-b2c"),
            (signIn, ["tessera", "--settings=demo-b2c"], "tessera sign-in --settings demo-b2c"),
            (signIn, ["tessera", "tasks", "list"], "tessera sign-in"),
            (signIn, ["--settings", "/a b/s.plist"], "tessera sign-in --settings '/a b/s.plist'"),
            (signIn, ["token", "--registration", "our login"], "tessera sign-in --registration 'our login'"),
            (signIn, ["sign-in", "--scope", "User.Read", "--settings", "demo"], "tessera sign-in --settings demo"),
            (signIn, new + ["--scope", "profile", "a;b"], "tessera sign-in \(asNew) --scope profile 'a;b'"),
            (
                "\(tessera: ScopeSet(text: "User.Read").signInWords)", ["--settings", "demo-b2c"],
                "tessera sign-in --scope User.Read --settings demo-b2c"
            ),
            (
                "\(tessera: ScopeSet(text: "api://tasks/.default it's;x").signInWords)", [],
                #"tessera sign-in --scope api://tasks/.default 'it'\''s;x'"#
            ),
            (
                "\(tessera: "sign-in", in: "BROWSER=/path/to/browser ")", ["--settings", "demo"],
                "BROWSER=/path/to/browser tessera sign-in --settings demo"
            ),
            (
                "list the ids with \(tessera: "tasks list")", ["--settings", "demo-b2c"],
                "list the ids with `tessera tasks list --settings demo-b2c`"
            ),
            (
                "run \(tessera: "sign-in --browser"), or \(tessera: "sign-in --paste")", ["--settings", "demo-b2c"],
                "run `tessera sign-in --browser --settings demo-b2c`, or `tessera sign-in --paste --settings demo-b2c`"
            ),
            (
                "run \(tessera: "sign-in --paste"), see \(tessera: "accounts")", new,
                "run `tessera sign-in --paste \(asNew)`, see `tessera accounts`"
            ),
            (
                "start it with `tessera demo` in another terminal", ["--settings", "demo-b2c"],
                "start it with `tessera demo` in another terminal"
            ),
            (
                "`tessera sign-out --all --registration desk`, or `tessera sign-in --issuer URL --client-id ID`", new,
                "`tessera sign-out --all --registration desk`, or `tessera sign-in --issuer URL --client-id ID`"
            ),
            ("try again in a moment", ["--settings", "demo-b2c"], "try again in a moment"),
        ] as [(Hint, [String], String)])
    func `commands in a hint repeat the settings, and sign-ins a new registration`(
        _ hint: Hint, _ arguments: [String], _ printed: String
    ) {
        #expect(ErrorText("it failed", hint: hint).repeatingSettings(of: arguments).hint?.description == printed)
    }

    private static func commands(in hint: String) -> [String] {
        let quoted = hint.matches(of: #/`([^`]*\btessera [^`]+)`/#).map { String($0.1) }
        return quoted.isEmpty && hint.contains(#/^(BROWSER=\S+ )?tessera /#) ? [hint] : quoted
    }

    /// Every code of the library, every action, and every kind of response of the APIs.
    private static let errors = Result { () throws -> [any Error] in
        let refusals = try SourceText.codes(of: Refusal.Code.self, in: "Ground/OAuthMessages/Errors/Refusal+Code.swift")
        let transport = try SourceText.codes(
            of: TransportError.Code.self, in: "Ground/HTTPTransport/TransportError.swift")
        let storage = try SourceText.codes(
            of: AccountStorageError.Code.self, in: "Client/SignIn/Storage/AccountStorageError.swift")
        let browser = try SourceText.codes(
            of: LoopbackUserAgentError.Code.self, in: "Client/BrowserSignIn/LoopbackUserAgentError.swift")
        let actions: [NextAction] = [
            .retry(after: nil), .retry(after: .seconds(7)), .checkConnection, .signInAgain, .chooseAccount,
            .answerClaimsChallenge("{}"), .consent([]), .consent(["User.Read"]), .secondFactor([]), .registerDevice,
            .resetPassword, .signUp, .askAdministrator, .correctRegistration, .setClock, .repairStorage,
            .acceptCancellation, .none,
        ]
        var errors: [any Error] = [ServerError(.unspecified), PersonName.ambiguous("a", [])]
        errors += refusals.map { Refusal($0, "why") }
        errors += transport.map { TransportError($0, "why") }
        errors += storage.map { AccountStorageError($0, "why") }
        errors += browser.map { LoopbackUserAgentError($0, "why") }
        errors += actions.map { ServerError(.accessDenied, nextAction: $0) }
        for status in [200, 400, 401, 403, 404, 429] {
            errors.append(GraphError(status: status, code: "c", message: "m"))
            errors.append(TaskListError(status: status, code: "c", message: "m"))
        }
        errors += [Failure(.personalAccount, .chooseAccount), Failure(.noPeopleSearch, .correctRegistration)]
        return errors
    }

    @Test func `every error of the library has a hint, and the commands in it are ones that tessera takes`() throws {
        var count = 0
        for error in try Self.errors.get() {
            let text = try #require(ErrorText(error)).repeatingSettings(of: ["tessera", "--settings", "demo"])
            let hint = try #require(text.hint, "\(error)").description
            let commands = Self.commands(in: hint)
            #expect(
                commands.count == hint.matches(of: #/\btessera (?!is)/#).count || hint.contains(": tessera call "),
                "\(hint)")
            for command in commands {
                count += 1
                #expect(CommandLineDocumentTests.isTaken(command), "\(hint)")
            }
        }
        #expect(count > 30)
    }

    private static let ana = RunningDemo.Visitor(username: "ana.silva@aldervale.example")

    /// What fails without and with an account, its exit code, and the hint; the commands in the hint succeed.
    private static let steps: [(isSignedIn: Bool, arguments: [String], status: Int32, hint: String)] = [
        (false, ["people", "find", "Conor"], 77, "tessera sign-in"),
        (false, ["tasks", "list", "--settings", "demo"], 77, "tessera sign-in --settings demo"),
        (false, ["token"], 77, "tessera sign-in"), (false, ["userinfo"], 77, "tessera sign-in"),
        (false, ["inspect"], 77, "tessera sign-in"), (false, ["people", "show", "me"], 77, "tessera sign-in"),
        (
            false, ["token", "--account", "nobody"], 77,
            "list the names with `tessera accounts`, or run `tessera sign-in`"
        ),
        (
            true, ["sign-out", "nobody", "--settings", "demo"], 77,
            "list the names with `tessera accounts --settings demo`, or run `tessera sign-in --settings demo`"
        ),
        (
            true, ["people", "show", "nobody@aldervale.example"], 1,
            "find the user name with `tessera people find NAME`"
        ),
        (true, ["people", "show", "Zzzz"], 1, "try a shorter start of the name: `tessera people find TEXT`"),
        (
            true, ["people", "show", "Ana Silva"], 1,
            "use a user name: `tessera people show ana.silva2@aldervale.example`"
        ),
        (true, ["tasks", "remove", "00000000"], 1, "list the ids with `tessera tasks list`"),
        (
            true, ["inspect", "no-token"], 1,
            "copy the whole token, from `eyJ` to its end; `tessera token` prints one"
        ),
    ]

    @Test func `commands in hints work as printed`() async throws {
        try await RunningDemo.run { demo in
            func type(_ command: String) async throws -> BuiltCommand.Outcome {
                let words = try #require(ShellLine(command).commands.first).dropFirst()
                    .map { ["NAME", "TEXT"].contains($0) ? "Conor" : $0 }
                return try await demo.command.run(words, adding: Self.ana.environment(in: demo.command.home))
            }
            for (isSignedIn, arguments, status, hint) in Self.steps {
                let before = try await type(isSignedIn ? "tessera sign-in" : "tessera sign-out --all --local")
                try #require(before.status == 0, "\(before.error)")
                let failed = try await demo.command.run(arguments)
                #expect(failed.status == status, "\(arguments): \(failed.error)")
                #expect(failed.error.hasSuffix("\nhint: \(hint)\n"), "\(arguments): \(failed.error)")
                for command in Self.commands(in: hint) {
                    let next = try await type(command)
                    #expect(next.status == 0, "\(command): \(next.error)")
                }
                guard !isSignedIn, !arguments.contains("nobody") else { continue }
                let again = try await demo.command.run(arguments)
                #expect(again.status == 0, "\(arguments), after its hint: \(again.error)")
            }
        }
    }
}
