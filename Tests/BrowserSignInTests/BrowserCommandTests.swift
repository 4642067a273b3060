// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import Foundation
@testable import BrowserSignIn
import Testing

@Suite struct BrowserCommandTests {
    let address: URL

    init() throws {
        address = try #require(URL(string: "https://provider.example/authorize?a=%25s&b=$(id);c"))
    }

    static func commands(_ browser: String?) -> [BrowserCommand] {
        var environment = ["PATH": "/usr/bin:/bin"]
        environment["BROWSER"] = browser
        return BrowserCommand.all(in: environment)
    }

    @Test(arguments: [
        ("sh", ["URL"]), ("sh -c", ["-c", "URL"]), ("sh --at=%s -x", ["--at=URL", "-x"]),
        ("/bin/sh %s", ["URL"]),
        ("sh 'a b' \"c d\" e\\ f", ["a b", "c d", "e f", "URL"]), ("'sh' \"\" %s", ["", "URL"]),
        (#"sh "a\"b\\c" 'd\e' f'g'"h""#, [#"a"b\c"#, #"d\e"#, "fgh", "URL"]), ("sh %s &", ["URL"]), ("sh &", ["URL"]),
        ("sh 100%%", ["100%", "URL"]), ("sh %%s", ["%s", "URL"]), ("sh %%%s%%", ["%URL%"]),
        ("sh %s %s", ["URL", "URL"]),
        ("sh '%s'", ["URL"]), ("sh %u", ["%u", "URL"]), ("sh\t-x  ", ["-x", "URL"]),
        ("sh  %s", ["URL"]), ("sh ; rm -rf $HOME", [";", "rm", "-rf", "$HOME", "URL"]),
    ])
    func `a command becomes a program with arguments`(_ browser: String, arguments: [String]) throws {
        let invocation = try #require(Self.commands(browser).first?.invocation(showing: address))
        #expect(invocation.program.lastPathComponent == "sh")
        let expected = arguments.map { $0.replacingOccurrences(of: "URL", with: address.absoluteString) }
        #expect(invocation.arguments == expected)
    }

    @Test func `commands are tried in order`() {
        #expect(Self.commands("one:two %s:/bin/sh").map(\.text) == ["one", "two %s", "/bin/sh"])
        #expect(Self.commands(#"one 'a:b':two "c:d" e\:f::"#).map(\.text) == ["one 'a:b'", #"two "c:d" e\:f"#])
    }

    @Test(arguments: ["sh 'a", "sh \"a", "sh a\\", "'sh", "", "''", "&"])
    func `a command with an open quote or without a program is not run`(_ text: String) {
        #expect(BrowserCommand(text: text, folders: ["/usr/bin", "/bin"]).invocation(showing: address) == nil)
    }

    @Test(arguments: [("false:true", true), ("false", false), ("no-such:false:true", true), ("true:false", true)])
    func `the next command is tried when one fails at once`(_ commands: String, _ opens: Bool) async throws {
        let browser = Browser.environment(["BROWSER": commands, "PATH": "/usr/bin:/bin"])
        do {
            try await browser.open(address)
            #expect(opens)
        } catch let error as LoopbackUserAgentError {
            #expect(error.code == .browserMissing && !opens)
        }
    }

    @Test func `a program of Windows has opened the page, whatever it returns`() async throws {
        let program = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).exe")
        try FileManager.default.createSymbolicLink(atPath: program.path, withDestinationPath: "/bin/false")
        defer { try? FileManager.default.removeItem(at: program) }
        try await Browser.environment(["BROWSER": program.path, "PATH": "/usr/bin:/bin"]).open(address)
    }

    #if os(Linux)
    @Test func `a browser has a process group of its own, and no descriptor of this program`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "browser \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "browser")
        // The fifth field is the group; the shell reads the script through another descriptor.
        let script = """
            #!/bin/sh
            read -r _ _ _ _ group _ </proc/$$/stat
            { echo $$ $group; ls -l /proc/$$/fd; } >"${0%/*}/seen"
            """
        try Data(script.utf8).write(to: program)
        #expect(chmod(program.path, 0o700) == 0)
        // As shells leave them to their programs.
        let left = open("/dev/zero", O_RDONLY)
        defer { close(left) }
        try await Browser.environment(["BROWSER": "'\(program.path)'", "PATH": "/usr/bin:/bin"]).open(address)
        let seen = try String(contentsOf: folder.appending(path: "seen"), encoding: .utf8)
        let numbers = try #require(seen.split(separator: "\n").first).split(separator: " ")
        #expect(numbers.count == 2 && numbers[0] == numbers[1])
        #expect(seen.contains("/dev/null") && !seen.contains("/dev/zero"), "\(seen)")
    }
    #endif

    @Test func `a program with a space in its path gets the address as one argument`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "my browser \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (program, seen) = (folder.appending(path: "open it"), folder.appending(path: "seen"))
        try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$0.tmp\" && mv \"$0.tmp\" \"${0%/*}/seen\"\n".utf8).write(
            to: program)
        #expect(chmod(program.path, 0o700) == 0)
        for command in [program.path, "'\(program.path)' %s", program.path.replacing(" ", with: "\\ ")] {
            try await Browser.environment(["BROWSER": command, "PATH": "/usr/bin:/bin"]).open(address)
            #expect(try String(contentsOf: seen, encoding: .utf8) == address.absoluteString + "\n")
            try FileManager.default.removeItem(at: seen)
        }
    }

    @Test(arguments: [nil, "", ":"])
    func `without a name in BROWSER the system's own is started`(_ browser: String?) {
        #if os(macOS)
        #expect(Self.commands(browser).map(\.text) == ["/usr/bin/open"])
        #else
        #expect(Self.commands(browser).map(\.text) == ["xdg-open"])
        #endif
    }

    @Test func `a browser that is not there is named`() async {
        let browser = Browser.environment(["BROWSER": "no-such-browser:/no/such %s", "PATH": "/usr/bin"])
        let error = await #expect(throws: LoopbackUserAgentError.self) { try await browser.open(address) }
        #expect(error?.code == .browserMissing)
        #expect(
            error?.message == """
                no browser could be started (tried 'no-such-browser', '/no/such %s'); set BROWSER to one
                """)
    }
}
#endif
