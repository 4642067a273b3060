// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import Foundation
import BrowserSignIn
import OAuthMessages
import SignIn
import Testing

@Suite(.timeLimit(.minutes(1))) struct BrowserProcessTests {
    /// Replaces the browser: it redirects with its arguments, and with the number of its sockets.
    static func script(port: Int) -> String {
        """
        #!/bin/bash
        echo noise; echo noise >&2
        held=0
        for inode in $(ls -l /proc/$$/fd 2>/dev/null | sed -n 's/.*socket:\\[\\([0-9]*\\)\\]/\\1/p'); do
            cat /proc/net/tcp /proc/net/tcp6 | grep -q " $inode " && held=$((held + 1))
        done
        given=$(printf '%s|' "$@" | base64 | tr -d '\\n' | sed 's/+/%2B/g')
        exec 3<>/dev/tcp/127.0.0.1/\(port)
        printf 'GET /?code=%s&state=%s HTTP/1.1\\r\\nHost: localhost:\(port)\\r\\n\\r\\n' "$given" "$held" >&3
        cat <&3
        """
    }

    @Test
    func `the browser is started with our address as one argument, and inherits no connection of ours`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "browser with spaces \(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let agent = LoopbackUserAgent(browser: .environment(["BROWSER": file.path, "PATH": "/nowhere"]))
        let registered = try #require(RedirectURI("http://localhost"))
        let visit = try await agent.prepareVisit(for: registered)
        try Data(Self.script(port: visit.redirectURI.port ?? 0).utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        let address = try #require(URL(string: "https://provider.example/a?b=$(id);'c'&d=*%20%25s"))
        let parameters = FormParameters(queryOf: try await visit.open(address).revealed)
        let given = try #require(parameters?["code"])
        let text = String(decoding: try #require(Data(base64Encoded: given)), as: UTF8.self)
        #expect(text.wholeMatch(of: #/http://localhost:\d+/[A-Za-z0-9_-]{43}\|/#) != nil, "\(text)")
        #expect(parameters?["state"] == "0")
    }
}
#endif
