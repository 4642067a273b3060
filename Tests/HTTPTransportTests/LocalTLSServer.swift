// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
import HTTPServing
import LocalCertificates
import ProgramLifecycle
import ServerTLS

/// Our own server over TLS, on a free loopback port.
enum LocalTLSServer {
    static func with<Result: Sendable>(
        _ router: Router<ServingContext>, _ certificates: LocalCertificates,
        _ body: (_ port: Int) async throws -> Result
    ) async throws -> Result {
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            responder: router.buildResponder(), at: ServerAddress(port: 0, scheme: .https),
            identity: try CurrentTLSIdentity(certificates.identity), logger: Log("local-tls")
        ) { listening.yield($0) }
        let end = Ending()
        return try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                defer { listening.finish() }
                try await server.run(until: end)
            }
            defer { end.request() }
            guard let port = await ports.first(where: { _ in true }) else {
                try await tasks.waitForAll()
                throw CancellationError()
            }
            return try await body(port)
        }
    }
}
#endif
