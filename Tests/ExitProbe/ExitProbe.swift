// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import Synchronization
import SystemCryptography

/// Ends by `exit` while its threads are within OpenSSL, as a program of a customer may.
///
/// MODE: letters. `p` prepares first, `P` after a second of work; `c` signs on three threads; `t` sends requests over TLS;
/// `m` writes the error of one request, and ends.
@main struct ExitProbe {
    static func main() async throws {
        let (mode, port, pause) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
        if mode.contains("p") { Runtime.prepare() }
        if mode == "m" {
            let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/")
            do { _ = try await withSystemTransport { try await $0.send(request) } } catch { print(error) }
            return
        }
        let count = Mutex2()
        if mode.contains("t") {
            for _ in 0..<8 {
                Task.detached {
                    try await withSystemTransport { transport in
                        while true {
                            let request = HTTPRequest(
                                method: .get, scheme: "https", authority: "localhost:\(port)", path: "/")
                            do { _ = try await transport.send(request) } catch {
                                FileHandle.standardError.write(Data("\(error)\n".utf8))
                            }
                            count.add()
                        }
                    }
                }
            }
            // TLS is first in the process.
            while count.value < 20 { try await Task.sleep(for: .milliseconds(2)) }
        }
        if mode.contains("c") {
            for _ in 0..<3 {
                Thread.detachNewThread {
                    while true {
                        let key = P256.Signing.PrivateKey()
                        _ = try? key.signature(for: SHA256.hash(data: [1, 2, 3]))
                    }
                }
            }
        }
        try await Task.sleep(for: .milliseconds(Int(pause) ?? 50))
        exit(0)
    }
}

final class Mutex2: Sendable {
    private let number = Atomic(0)
    func add() { number.add(1, ordering: .relaxed) }
    var value: Int { number.load(ordering: .relaxed) }
}
