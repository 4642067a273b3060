// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import Foundation
import OAuth
import SignIn
import Testing

@testable import LoopbackUserAgent

/// Whose program asks for the page that the browser was started with.
@Suite(.timeLimit(.minutes(1))) struct PeerUserTests {
    /// As Linux 6.1 printed it.
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:8F63 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 23107 1 00000000 100
           1: 0100007F:A5CE 0100007F:8F63 01 00000000:00000000 00:00000000 00000000  1001        0 24220 1 00000000 20
           2: 0100007F:8F63 0100007F:A5CE 01 00000000:00000000 00:00000000 00000000  1000        0 24221 1 00000000 20
           3: cut
        """

    @Test func `the socket of the other side is found by both ports`() {
        #expect(PeerUser.id(from: 0xA5CE, to: 0x8F63, in: Self.table) == 1001)
        #expect(PeerUser.id(from: 0x8F63, to: 0xA5CE, in: Self.table) == 1000)
        #expect(PeerUser.id(from: 0xA5CE, to: 0x8F64, in: Self.table) == nil)
        for table in ["", "\n\n", "x"] { #expect(PeerUser.id(from: 1, to: 2, in: table) == nil) }
    }

    @Test func `a table is read to its end, of however many pages`() async throws {
        var held: [RawConnection] = []
        let visit = try await LoopbackUserAgent(browser: Browser { _ in })
            .prepareVisit(for: LoopbackUserAgentTests.registered())
        let port = visit.redirectURI.port ?? 0
        for _ in 0..<100 { held.append(try await RawConnection(port: port)) }
        let table = PeerUser.table(at: "/proc/net/tcp")
        #expect(table.utf8.count > 3 * 4096)
        let address = ":" + String(port, radix: 16, uppercase: true) + " "
        #expect(table.split(separator: "\n").filter { $0.contains(address) }.count > 2 * 100)
        for connection in held { _ = try await connection.exchange("x\r\n\r\n") }
    }

    @Test(
        .enabled(
            if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
            "only root can become another user"))
    func `a program of another user is not led to the provider's page, and does not count`() async throws {
        typealias Agent = LoopbackUserAgentTests
        let (shown, show) = AsyncStream<URL>.makeStream()
        let visit = try await LoopbackUserAgent(browser: Browser { show.yield($0) })
            .prepareVisit(for: Agent.registered())
        let provider = try Agent.address(for: visit)
        async let redirect = visit.open(provider)
        let page = try #require(await shown.first { _ in true })
        for host in ["127.0.0.1", "::1"] {
            let answer = try await Self.request(page, at: host, as: 65534)
            #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer)")
            #expect(!answer.contains("provider.example"))
        }
        #expect(try await Agent.providerPage(from: page) == provider)
        let uri = visit.redirectURI
        _ = try await RawConnection(port: uri.port ?? 0).exchange(Agent.get("/back?code=c&state=s", of: uri))
        #expect(try await redirect.query() == "code=c&state=s")
    }

    /// Asks for a page as another user does.
    private static func request(_ page: URL, at host: String, as user: uid_t) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        let script = #"""
            exec 3<>/dev/tcp/$0/$1
            printf 'GET %s HTTP/1.1\r\nHost: localhost:%s\r\n\r\n' "$2" "$1" >&3
            cat <&3
            """#
        process.arguments = [
            "--reuid=\(user)", "--clear-groups", "bash", "-c", script, host, "\(page.port ?? 0)", page.path(),
        ]
        process.currentDirectoryURL = URL(filePath: "/")
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try process.run()
                        let text = output.fileHandleForReading.readDataToEndOfFile()
                        process.waitUntilExit()
                        return String(decoding: text, as: UTF8.self)
                    })
            }
        }
    }
}
#endif
