// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
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
    /// Where the accounts are shown from.
    private enum Place: String {
        /// A session whose keyring is open.
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

    private func accounts(_ disk: AccountsOnDisk, in place: Place) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = place.rawValue + (place == .hanging ? "\n" : " >/dev/null 2>&1\n") + #""$@""#
        process.arguments = [
            "python3", "-c", Self.unblocking, "timeout", "--kill-after=5", "60", "dbus-run-session", "--", "bash", "-c",
            script, "bash", BuiltCommand.executable.path, "accounts", "--json", "--settings", disk.settings,
        ]
        process.environment = disk.command.complete(["HOME": disk.command.home.path])
        process.currentDirectoryURL = disk.command.home
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try process.run()
                        let text = output.fileHandleForReading.readDataToEndOfFile()
                        process.waitUntilExit()
                        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
                    })
            }
        }
    }

    @Test func `the key is in the keyring, from one session to the next, and nowhere else`() async throws {
        try await AccountsOnDisk.with { disk in
            let first = try await accounts(disk, in: .unlocked)
            #expect(first.output.contains("ana@example.com"), "\(first)")
            #expect(try disk.placeOfKey() == "secret-service")
            let second = try await accounts(disk, in: .unlocked)
            #expect(second.output.contains("ana@example.com"), "\(second)")
            #expect(second.status == 0)

            let outside = try await disk.command.run("accounts", "--settings", disk.settings)
            #expect(outside.status == 1)
            #expect(outside.error.contains("is in the Secret Service of a desktop session"))
            let locked = try await accounts(disk, in: .locked)
            #expect(locked.status == 1)
            #expect(locked.output.contains("is in the Secret Service of a desktop session"), "\(locked)")
        }
    }

    @Test(arguments: [false, true])
    func `a keyring that does not open, or answer, leaves the key to a file`(_ isHanging: Bool) async throws {
        try await AccountsOnDisk.with { disk in
            let first = try await accounts(disk, in: isHanging ? .hanging : .locked)
            #expect(first.output.contains("ana@example.com"), "\(first)")
            #expect(try disk.placeOfKey() == "key")
            let later = try await accounts(disk, in: .unlocked)
            #expect(later.output.contains("ana@example.com"), "a keyring that opens later takes nothing away")
        }
    }
}
#endif
