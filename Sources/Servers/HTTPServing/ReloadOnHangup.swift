// SPDX-License-Identifier: Apache-2.0
import Foundation
package import ProgramLifecycle

/// Rereads keys and secrets at SIGHUP, while the servers of the program go on.
package struct ReloadOnHangup: Service {
    private let logger: Log
    private let reload: @Sendable () async throws -> [String]

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - logger: Gets one line for each signal.
    ///   - reload: Rereads, and returns the names of what it took; after an error, everything earlier stays.
    package init(logger: Log, _ reload: @escaping @Sendable () async throws -> [String]) {
        self.logger = logger
        self.reload = reload
    }

    /// Waits for signals until a graceful shutdown.
    package func run(until end: Ending) async throws {
        let signals = Signals([SIGHUP])
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
