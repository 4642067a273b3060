// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import Synchronization
import SystemCryptography

/// Ends by `exit` while other threads are within OpenSSL, as a customer's program may: it must not end by a signal.
///
/// `exit-probe tls PORT` sends requests to a TLS server at a port of this machine, so that curl is the first that uses
/// OpenSSL; `exit-probe both PORT` signs on three threads as well, both for `TransportExitTests`. `ExitTests` covers
/// programs that only sign. `exit-probe post PORT` sends two requests, and prints their error, for
/// `MissingLibraryTests`.
@main struct ExitProbe {
    private static let senderCount = 8
    private static let signerCount = 3
    /// So many requests that curl, and TLS within it, are fully loaded.
    private static let enoughRequests = 20

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, ["tls", "both", "post"].contains(arguments[1]), let port = UInt16(arguments[2])
        else {
            FileHandle.standardError.write(Data("usage: exit-probe tls|both|post PORT\n".utf8))
            exit(64)
        }
        if arguments[1] == "post" { return await post(to: port) }
        // Registered before OpenSSL is used, so that it runs after a handler of OpenSSL's. A global has no lock.
        atexit { ExitProbe.waitForRequests() }
        for _ in 0..<senderCount { Task { try await send(to: port) } }
        // A thread of its own: the pool, which it would block, runs the senders.
        let isSigning = arguments[1] == "both"
        Thread.detachNewThread { exitUnderLoad(signing: isSigning) }
        // The thread ends the process: nothing resumes this task.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    private static func exitUnderLoad(signing isSigning: Bool) {
        waitForRequests()
        if isSigning {
            for _ in 0..<signerCount { Thread.detachNewThread { sign() } }
        }
        // The threads that sign have begun by then.
        waitForRequests()
        exit(0)
    }

    private static func waitForRequests() {
        let enough = sentRequests.load(ordering: .relaxed) + enoughRequests
        while sentRequests.load(ordering: .relaxed) < enough { sched_yield() }
    }

    private static func post(to port: UInt16) async {
        let request = HTTPRequest(method: .post, scheme: "http", authority: "localhost:\(port)", path: "/")
        do {
            try await withSystemTransport { transport in
                for _ in 0..<2 { _ = try await transport.send(request) }
            }
        } catch {
            FileHandle.standardOutput.write(Data("\(error)\n".utf8))
        }
    }

    private static func send(to port: UInt16) async throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "localhost:\(port)", path: "/")
        try await withSystemTransport { transport in
            while true {
                // A certificate that is refused shows as much as an answer.
                _ = try? await transport.send(request)
                sentRequests.add(1, ordering: .relaxed)
            }
        }
    }

    private static func sign() {
        while true { _ = try? P256.Signing.PrivateKey().signature(for: SHA256.hash(data: [1, 2, 3])) }
    }
}

/// How many requests were sent: a handler of `exit` sees nothing but globals.
private let sentRequests = Atomic(0)
