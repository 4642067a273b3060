// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation

/// A `tessera tenant` in a process of its own, on a free port and with a folder of its own.
struct RunningTenant {
    struct Report: Decodable {
        let url: String
        let listening: String
        let data: String?
        let certificateAuthority: String?
        let mutualTLS: String?
    }

    let report: Report
    let command: BuiltCommand

    /// Runs `body` with a tenant, and ends it with SIGINT.
    static func run<Result>(
        _ arguments: [String], _ body: (RunningTenant) async throws -> Result
    ) async throws -> Result {
        try await BuiltCommand.withHome { command in
            let (process, output) = try command.start(["tenant", "--json", "--port", "0"] + arguments)
            let line = await output.line() ?? ""
            // As Ctrl-C does.
            func end() async {
                process.interrupt()
                _ = await process.ended()
            }
            do {
                let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
                let result = try await body(RunningTenant(report: report, command: command))
                await end()
                return result
            } catch {
                await end()
                throw error
            }
        }
    }

    /// The text at an address of the tenant, as Python's OpenSSL gets it, sent to where the tenant listens.
    func page(_ path: String, host: String) async throws -> String {
        let text = """
            import http.client, os, ssl, sys, urllib.parse
            place = urllib.parse.urlsplit(sys.argv[1])
            port = place.port or (443 if place.scheme == "https" else 80)
            if place.scheme == "https":
                connection = http.client.HTTPSConnection(
                    "127.0.0.1", port, context=ssl.create_default_context(cafile=sys.argv[4]))
            else:
                connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("GET", sys.argv[2], headers={"Host": sys.argv[3]})
            answer = connection.getresponse()
            print(answer.status, answer.headers.get("Set-Cookie"), answer.read().decode())
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", text, report.listening, path, host, report.certificateAuthority ?? ""]
        return try await process.runToEnd().output
    }

    /// Settings for the sample app at this tenant, as a file.
    func settings() throws -> String {
        let file = command.home.appending(path: "settings.plist")
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>authority</key><string>\(report.url)/common</string>
            <key>clientId</key><string>7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10</string>
            <key>redirectUri</key><string>http://localhost</string>
            <key>scopes</key><string>openid profile offline_access User.Read.All</string>
            <key>graphAPI</key><string>\(report.url)/</string><key>api-version</key><string>v1.0</string>
            </dict></plist>
            """
        try Data(text.utf8).write(to: file)
        return file.path
    }
}
