// SPDX-License-Identifier: Apache-2.0
package import Logging
import ServiceLifecycle
import UnixSignals

/// Rereads keys and secrets at SIGHUP, while the servers of the program go on.
package struct ReloadOnHangup: Service {
    private let logger: Logger
    private let reload: @Sendable () async throws -> [String]

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - logger: Gets one line for each signal.
    ///   - reload: Rereads, and returns the names of what it took; after an error, everything earlier stays.
    package init(logger: Logger, _ reload: @escaping @Sendable () async throws -> [String]) {
        (self.logger, self.reload) = (logger, reload)
    }

    /// Waits for signals until a graceful shutdown.
    package func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                let names = try await reload()
                logger.notice("reloaded on SIGHUP", metadata: ["taken": "\(names.joined(separator: ", "))"])
            } catch {
                logger.error("not reloaded on SIGHUP; the previous values stay", metadata: ["error": "\(error)"])
            }
        }
    }
}
