// SPDX-License-Identifier: Apache-2.0
import Foundation
import SampleServers
import SignInTesting
import Testing

/// Each access control of a directory, met by a user of the command.
@Suite struct AccessControlCommandTests {
    private static let ana = RunningDemo.Visitor(username: "ana.silva@aldervale.example")

    /// Signs Ana in, and applies an access control later.
    private static func signIn(_ demo: RunningDemo, then control: AccessControl) async throws {
        #expect(try await demo.signIn(ana).status == 0)
        let found = try await demo.command.run("people", "find", "Conor")
        #expect(found.status == 0, "\(found.error)")
        let address = try #require(URL(string: demo.report.tenant))
        try await withSystemTransport { transport in
            let tenant = TenantAdministration(over: transport, at: address)
            let pause = control == .signInFrequency ? 35 : 2
            try await tenant.send("POST", "clock/advance", Data(#"{"seconds": \#(pause)}"#.utf8))
            try await control.enforce(on: ana.username, at: tenant)
        }
    }

    /// A command whose token must be new: the task API's after a policy, Graph's after a revocation.
    private static func command(after control: AccessControl) -> [String] {
        control == .revocation ? ["people", "find", "Conor"] : ["tasks", "list"]
    }

    @Test(arguments: AccessControl.allCases) func `the error names the next step, and the step helps`(
        _ control: AccessControl
    ) async throws {
        try await RunningDemo.run { demo in
            try await Self.signIn(demo, then: control)
            let refused = try await demo.command.run(Self.command(after: control))
            #expect(refused.status == 77, "\(refused.error)")
            #expect(refused.error.hasSuffix("hint: tessera sign-in\n"), "\(refused.error)")
            let again = try await demo.signIn(Self.ana)
            guard let (number, _) = control.refusal else {
                #expect(again.status == 0, "\(again.error)")
                let outcome = try await demo.command.run(Self.command(after: control))
                #expect(outcome.status == 0, "\(outcome.error)")
                return
            }
            #expect(refused.error.contains(number), "\(refused.error)")
            #expect(again.status == 1 && again.error.contains("error: the sign-in was canceled"), "\(again.error)")
            #expect(try await demo.command.run("accounts").output.contains(Self.ana.username), "the account stays")
        }
    }

    @Test func `at a terminal, Graph's challenge opens the browser, and the command goes on`() async throws {
        try await RunningDemo.run { demo in
            try await Self.signIn(demo, then: .revocation)
            let inTerminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
            var python = demo.command
            python.program = URL(filePath: "/usr/bin/env")
            let outcome = try await python.run(
                ["python3", "-c", inTerminal, BuiltCommand.executable.path] + Self.command(after: .revocation),
                adding: Self.ana.environment(in: demo.command.home))
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.contains("Opening your browser"), "\(outcome.output)")
            #expect(outcome.output.contains("Conor O'Brien"), "\(outcome.output)")
        }
    }
}
