// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Fixtures
import HTTPServing
import LocalCertificates

/// The program calls `exit` while curl's threads are within TLS.
@Suite(.timeLimit(.minutes(2))) struct TransportExitTests {
    private static let runs = 3

    // Without CTesseraOpenSSL's constructor, OpenSSL frees its state at `exit`, and the threads crash.
    @Test(arguments: ["tls", "both"])
    func `a process that exits while requests are sent over TLS ends normally`(_ mode: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "exit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let certificates = try LocalCertificates(in: folder, now: Date())
        let router = Router(context: ServingContext.self)
        // Each request needs a handshake.
        router.get("/") { _, _ in Response(status: .ok, headers: [.connection: "close"]) }
        try await LocalTLSServer.with(router, certificates) { port in
            for _ in 0..<Self.runs {
                let probe = Process()
                probe.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
                    .appending(path: "exit-probe")
                probe.arguments = [mode, "\(port)"]
                probe.environment = ["SSL_CERT_FILE": certificates.authorityFile.path]
                let (status, output) = try await probe.runToEnd(readingErrors: true)
                #expect(probe.terminationReason == .exit && status == 0, "\(status): \(output)")
            }
        }
    }
}
#endif
