// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import OAuthMessages
import SignIn

@testable import BrowserSignIn

/// The user whose program requests the browser's start page.
@Suite(.timeLimit(.minutes(1))) struct PeerUserTests {
    /// From Linux 6.1.
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:8F63 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 23107 1 00000000 100
           1: 0100007F:A5CE 0100007F:8F63 01 00000000:00000000 00:00000000 00000000  1001        0 24220 1 00000000 20
           2: 0100007F:8F63 0100007F:A5CE 01 00000000:00000000 00:00000000 00000000  1000        0 24221 1 00000000 20
           3: 0200007F:A5CE 0100007F:8F63 01 00000000:00000000 00:00000000 00000000  ours        0 24223 1 00000000 20
           4: 0100007F:B001 0100007F:8F63 06 00000000:00000000 03:000015F4 00000000     0        0 0 3 00000000
           5: 0100007F:B002 0100007F:8F63 01 00000000:00000000 00:00000000 00000000     0        0 24224 1 00000000
           6: 0000000000000000FFFF00000100007F:B003 0000000000000000FFFF00000100007F:8F63 05 0:0 0:0 0  1001 0 2 1 0 2
           7: 0100007F:B004 0100007F:8F63 01 00000000:00000000 00:00000000 00000000  ours        0 24225 1 00000000
           8: cut
        """

    @Test(arguments: [
        ("127.0.0.1", 0xA5CE, false), ("127.0.0.1", 0xA5CF, false), ("127.0.0.2", 0xA5CE, true),
        ("127.0.0.2", 0xA5CF, false), ("127.0.0.1", 0xB001, false), ("127.0.0.1", 0xB002, true),
        ("127.0.0.1", 0xB003, false), ("127.0.0.1", 0xB004, true),
    ])
    func `the peer's socket is found by both addresses, and its user matters`(
        host: String, port: Int, isOwn: Bool
    ) throws {
        let peer = PeerUser.names(of: try SocketAddress(ipAddress: host, port: port))
        let own = PeerUser.names(of: try SocketAddress(ipAddress: "127.0.0.1", port: 0x8F63))
        let table = Self.table.replacing(" ours ", with: " \(geteuid()) ")
        #expect(PeerUser.isOwn(from: peer, to: own, in: ["", table]) == isOwn)
    }

    @Test(arguments: ["", "\n\n", "x"]) func `does not match a table without the connection`(_ table: String) throws {
        let names = PeerUser.names(of: try SocketAddress(ipAddress: "::1", port: 1))
        #expect(!PeerUser.isOwn(from: names, to: names, in: [table]))
    }

    @Test func `a missing table is distinguished from an unreadable one`() {
        #expect(PeerUser.table(at: "/proc/net/no-such-table") == nil)
        #expect(PeerUser.table(at: "/proc/net") == "")
    }

    @Test func `addresses are written as the kernel writes them`() throws {
        let four = PeerUser.names(of: try SocketAddress(ipAddress: "127.0.0.1", port: 0x8F63))
        #expect(four == ["0100007F:8F63", "0000000000000000FFFF00000100007F:8F63"])
        let six = PeerUser.names(of: try SocketAddress(ipAddress: "::1", port: 10))
        #expect(six == ["00000000000000000000000001000000:000A"])
        let mapped = PeerUser.names(of: try SocketAddress(ipAddress: "::ffff:127.0.0.1", port: 0x8F63))
        #expect(Set(mapped) == Set(four))
    }

    @Test func `reads a table of several pages completely`() async throws {
        var held: [RawConnection] = []
        let visit = try await LoopbackUserAgent(browser: Browser { _ in })
            .prepareVisit(for: LoopbackUserAgentTests.registered())
        let port = visit.redirectURI.port ?? 0
        for _ in 0..<100 { held.append(try await RawConnection(port: port)) }
        let table = try #require(PeerUser.table(at: "/proc/net/tcp"))
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
            for target in [page.path(), "/back?code=theirs&state=s"] {
                let answer = try await Self.request(target, of: page, at: host, as: 65534)
                #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer)")
                #expect(!answer.contains("provider.example"))
            }
        }
        #expect(try await Agent.providerPage(from: page) == provider)
        let uri = visit.redirectURI
        _ = try await RawConnection(port: uri.port ?? 0).exchange(Agent.get("/back?code=c&state=s", of: uri))
        #expect(try await redirect.revealed.query() == "code=c&state=s")
    }

    /// Requests a page as another user.
    private static func request(
        _ target: String, of page: URL, at host: String, as user: uid_t
    ) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        let script = #"""
            exec 3<>/dev/tcp/$0/$1
            printf 'GET %s HTTP/1.1\r\nHost: localhost:%s\r\n\r\n' "$2" "$1" >&3
            cat <&3
            """#
        process.arguments = [
            "--reuid=\(user)", "--clear-groups", "bash", "-c", script, host, "\(page.port ?? 0)", target,
        ]
        process.currentDirectoryURL = URL(filePath: "/")
        return try await process.runToEnd().output
    }
}
#endif
