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
                no browser could be started (tried 'no-such-browser', '/no/such %s'); name one in BROWSER
                """)
    }
}
#endif
