// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import Foundation
import Testing

/// What a session with a keyring needs.
private let isInstalled =
    dlopen("libsecret-1.so.0", RTLD_LAZY) != nil
    && ["dbus-run-session", "gnome-keyring-daemon"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

/// Accounts whose key is in a real keyring, on a session bus of the test's own.
@Suite(
    .enabled(
        if: isInstalled || ProcessInfo.processInfo.environment["CI"] == "true",
        "needs dbus-run-session, gnome-keyring-daemon and libsecret, which script/setup-test installs"))
struct SecretServiceTests {
    private enum Place: String {
        case unlocked = "printf watchword | gnome-keyring-daemon --unlock --components=secrets"
        /// A session whose keyring nobody has opened, and where nobody sees a question.
        case locked = "gnome-keyring-daemon --start --components=secrets"
        /// A session that takes calls and never answers.
        case hanging = """
            python3 -c 'import signal, socket; place = socket.socket(socket.AF_UNIX); place.bind("bus"); place.listen();
            print(flush=True); signal.pause()' > ready & echo $! > server; until [ -s ready ]; do :; done
            export DBUS_SESSION_BUS_ADDRESS=unix:path=$PWD/bus; trap 'kill $(cat server)' EXIT
            """
    }

    /// Runs a program that can be ended: threads of these tests hand on that they take no signals.
    private static let unblocking =
        "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execvp(sys.argv[1], sys.argv[1:])"

    private static let person = RunningDemo.Visitor(username: "ana.silva@aldervale.example")

    /// Runs a command of the demo's home at a place.
    private func run(
        _ arguments: String..., of demo: RunningDemo, in place: Place
    ) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = place.rawValue + (place == .hanging ? "\n" : " >/dev/null 2>&1\n") + #""$@""#
        process.arguments = [
            "python3", "-c", Self.unblocking, "timeout", "--kill-after=5", "60", "dbus-run-session", "--", "bash", "-c",
            script, "bash", BuiltCommand.executable.path,
        ]
        process.arguments? += arguments + ["--json", "--settings", "demo"]
        let home = demo.command.home
        process.environment = demo.command.complete(
            Self.person.environment(in: home).merging(["HOME": home.path]) { $1 })
        process.currentDirectoryURL = home
        return try await process.runToEnd(readingErrors: true)
    }

    /// What the key file says, without a key.
    private func placeOfKey(of demo: RunningDemo) throws -> String {
        let file = demo.command.home.appending(path: "accounts/sealing-key")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }

    @Test func `the key is in the keyring, from one session to the next, and nowhere else`() async throws {
        try await RunningDemo.run { demo in
            let first = try await run("sign-in", of: demo, in: .unlocked)
            #expect(first.output.contains(Self.person.username), "\(first)")
            #expect(try placeOfKey(of: demo) == "secret-service")
            let second = try await run("accounts", of: demo, in: .unlocked)
            #expect(second.output.contains(Self.person.username), "\(second)")
            #expect(second.status == 0)

            let outside = try await demo.command.run("accounts", "--settings", "demo")
            #expect(outside.status == 1)
            #expect(outside.error.contains("is in the Secret Service of a desktop session"))
            let locked = try await run("accounts", of: demo, in: .locked)
            #expect(locked.status == 1)
            #expect(locked.output.contains("is in the Secret Service of a desktop session"), "\(locked)")
        }
    }

    @Test(arguments: [false, true])
    func `a keyring that does not open, or answer, leaves the key to a file`(_ isHanging: Bool) async throws {
        try await RunningDemo.run { demo in
            let first = try await run("sign-in", of: demo, in: isHanging ? .hanging : .locked)
            #expect(first.output.contains(Self.person.username), "\(first)")
            #expect(try placeOfKey(of: demo) == "key")
            let later = try await run("accounts", of: demo, in: .unlocked)
            #expect(later.output.contains(Self.person.username), "a keyring that opens later takes nothing away")
        }
    }
}
#endif
