// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import Synchronization
import SystemCryptography

/// Ends by `exit` while other threads are within OpenSSL, as a customer's program may: it must not end by a signal.
///
/// `exit-probe MODE PORT MILLISECONDS` exits after a time. The letters of MODE: `t` sends requests to a TLS server at a
/// port of this machine, so that curl is the first that uses OpenSSL; `c` signs on three threads, as `ExitTests` of
/// `SystemCryptography` does without curl. `m` alone prints the error of one request, for `MissingLibraryTests`.
@main struct ExitProbe {
    private static let senderCount = 8
    private static let signerCount = 3
    /// So many requests that curl, and TLS within it, are fully loaded.
    private static let enoughRequests = 20

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let port = UInt16(arguments[2]), let pause = Int(arguments[3]) else {
            FileHandle.standardError.write(Data("usage: exit-probe MODE PORT MILLISECONDS\n".utf8))
            exit(EX_USAGE)
        }
        let mode = arguments[1]
        guard mode != "m" else {
            await printError(port)
            return
        }
        if mode.contains("t") {
            let sent = RequestCount()
            for _ in 0..<senderCount { Task { try await send(to: port, counting: sent) } }
            while sent.value < enoughRequests { try await Task.sleep(for: .milliseconds(2)) }
        }
        if mode.contains("c") {
            for _ in 0..<signerCount { Thread.detachNewThread { sign() } }
        }
        try await Task.sleep(for: .milliseconds(pause))
        exit(EXIT_SUCCESS)
    }

    private static func printError(_ port: UInt16) async {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/")
        do { _ = try await withSystemTransport { try await $0.send(request) } } catch { print(error) }
    }

    private static func send(to port: UInt16, counting sent: RequestCount) async throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "localhost:\(port)", path: "/")
        try await withSystemTransport { transport in
            while true {
                // A certificate that is refused shows as much as an answer.
                _ = try? await transport.send(request)
                sent.add()
            }
        }
    }

    private static func sign() -> Never {
        while true { _ = try? P256.Signing.PrivateKey().signature(for: SHA256.hash(data: [1, 2, 3])) }
    }
}

/// How many requests were sent, counted by several tasks.
private final class RequestCount: Sendable {
    private let number = Atomic(0)

    func add() { number.add(1, ordering: .relaxed) }

    var value: Int { number.load(ordering: .relaxed) }
}
