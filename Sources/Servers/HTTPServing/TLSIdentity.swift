// SPDX-License-Identifier: Apache-2.0

package import OAuthMessages
import PortableFoundation
package import ProgramLifecycle

/// The certificates that a server sends over TLS, and their private key.
///
/// The key is `Redacted`, so no log holds it.
package struct TLSIdentity: Sendable {
    /// The certificates for clients that name no host in the handshake, as PEM, with those up to the root.
    package let certificates: String
    /// The certificates for clients that name a host (RFC 6066 §3), as PEM.
    package let certificatesForNames: String
    /// The private key of both, as PEM.
    package let privateKey: Redacted<String>

    /// Creates an identity.
    package init(certificates: String, certificatesForNames: String? = nil, privateKey: Redacted<String>) {
        self.certificates = certificates
        self.certificatesForNames = certificatesForNames ?? certificates
        self.privateKey = privateKey
    }
}

/// Rereads keys and secrets at SIGHUP, while the servers of the program go on.
package struct ReloadOnHangup: Service {
    private let logger: Log
    private let reload: @Sendable () async throws -> [String]
    /// Not in `run(until:)`: a server that starts beside it can announce its address first.
    private let signals = Signals([SIGHUP])

    /// Creates the service; from now on SIGHUP does not end the program.
    ///
    /// - Parameters:
    ///   - logger: Gets one line for each signal.
    ///   - reload: Rereads, and returns the names of what it took; after an error, everything earlier stays.
    package init(logger: Log, _ reload: @escaping @Sendable () async throws -> [String]) {
        self.logger = logger
        self.reload = reload
    }

    /// Rereads at each signal until a graceful shutdown, also for one that arrived before.
    package func run(until end: Ending) async throws {
        await end.cancelling {
            for await _ in signals.all {
                do {
                    let names = try await reload()
                    logger.notice("reloaded on SIGHUP", metadata: ["taken": "\(names.joined(separator: ", "))"])
                } catch {
                    logger.error("not reloaded on SIGHUP; the previous values stay", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
