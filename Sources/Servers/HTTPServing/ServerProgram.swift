// SPDX-License-Identifier: Apache-2.0
package import Logging
package import ServiceLifecycle
package import UnixSignals

/// Runs the servers of a program until the person or the system ends it.
package struct ServerProgram: Sendable {
    private let services: [any Service]
    private let logger: Logger
    private let signals: [UnixSignal]

    /// Creates a program.
    ///
    /// - Parameters:
    ///   - services: The servers, and further services beside them. They start together and end in the opposite order.
    ///   - logger: The logger for start and end.
    ///   - signals: The signals that end the program; tests pass none.
    package init(
        _ services: [any Service], logger: Logger, endingWith signals: [UnixSignal] = [.sigint, .sigterm]
    ) {
        self.services = services
        self.logger = logger
        self.signals = signals
    }

    /// Runs until a signal; open requests then have five seconds to end.
    ///
    /// - Throws: ``ListeningError``, or another error that ends a service; the other services then end too.
    package func run() async throws {
        var configuration = ServiceGroupConfiguration(services: services, logger: logger)
        configuration.gracefulShutdownSignals = signals
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: configuration).run()
    }
}
