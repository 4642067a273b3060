// SPDX-License-Identifier: Apache-2.0

package import OAuthMessages
import PortableFoundation
package import ProgramLifecycle

package struct TLSIdentity: Sendable {
    /// The PEM certificates, up to the root, for clients that send no host name in the handshake.
    package let certificates: String
    /// The PEM certificates for clients that send a host name (RFC 6066 §3).
    package let certificatesForNames: String
    package let privateKey: Redacted<String>

    package init(certificates: String, certificatesForNames: String? = nil, privateKey: Redacted<String>) {
        self.certificates = certificates
        self.certificatesForNames = certificatesForNames ?? certificates
        self.privateKey = privateKey
    }
}

package struct ReloadOnHangup: Service {
    private let logger: Log
    private let reload: @Sendable () async throws -> [String]
    /// Not in `run(until:)`: a server that starts beside it can announce its address first.
    private let signals = Signals([SIGHUP])

    /// From now on, SIGHUP does not end the program; `reload` returns the names of reloaded values, or changes nothing.
    package init(logger: Log, _ reload: @escaping @Sendable () async throws -> [String]) {
        self.logger = logger
        self.reload = reload
    }

    package func run(until end: Ending) async throws {
        await end.cancelling {
            for await _ in signals.all {
                do {
                    let names = try await reload()
                    logger.notice("reloaded on SIGHUP", metadata: ["reloaded": "\(names.joined(separator: ", "))"])
                } catch {
                    logger.error("not reloaded on SIGHUP; the previous values stay", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
