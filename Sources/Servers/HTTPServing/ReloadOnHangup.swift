// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
package import ProgramLifecycle

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
