// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The services of a program, which run until a person or the system ends it.
///
/// They start together. At a signal, the last one ends first, and each other one when the next one has ended. A service
/// that returns or fails ends the others in the same order.
///
/// ```swift
/// let log = Log("web")
/// let server = HTTPServer(responder: router.buildResponder(), at: ServerAddress(port: 8080), logger: log)
/// // The connections end after the server that uses them.
/// try await ServerProgram([Connections(pool: pool), server], logger: log).run()
/// ```
public struct ServerProgram: Sendable {
    private let services: [any Service]
    private let log: Log
    private let signals: [Int32]
    private let limit: Duration

    /// Creates a program.
    ///
    /// - Parameters:
    ///   - services: The services, each before those that use it.
    ///   - logger: Gets start and end.
    ///   - signals: The signals that end the program; tests pass none.
    ///   - limit: The longest time from the signal to the end; services that take longer are canceled.
    public init(
        _ services: [any Service], logger: Log, endingWith signals: [Int32] = [SIGINT, SIGTERM],
        within limit: Duration = .seconds(5)
    ) {
        (self.services, self.log, self.signals, self.limit) = (services, logger, signals, limit)
    }

    private enum Event: Sendable {
        case signal
        case ended(Int, (any Error)?)
        case limitReached
    }

    /// Runs until a signal, or until `end` is wanted.
    ///
    /// - Throws: The first error that ends a service.
    public func run(until end: Ending = Ending()) async throws {
        let endings = services.map { _ in Ending() }
        let arriving = Signals(signals)
        let failure: (any Error)? = await withTaskGroup(of: Event.self) { group in
            for (index, service) in services.enumerated() {
                log.debug("service starts", metadata: ["service": "\(service)"])
                group.addTask {
                    do { try await service.run(until: endings[index]) } catch { return .ended(index, error) }
                    return .ended(index, nil)
                }
            }
            group.addTask {
                await arriving.first(or: end)
                return .signal
            }
            var running = Set(services.indices)
            var failure: (any Error)?
            var (isEnding, isCancelled) = (false, false)
            while !running.isEmpty, let event = await group.next() {
                switch event {
                case .signal: break
                case .limitReached:
                    log.warning("services that did not end in time are cancelled")
                    isCancelled = true
                    group.cancelAll()
                case .ended(let index, let error):
                    running.remove(index)
                    log.debug("service has ended", metadata: ["service": "\(services[index])"])
                    // What the limit cancels has not failed.
                    if !(isCancelled && error is CancellationError) { failure = failure ?? error }
                }
                if !isEnding {
                    isEnding = true
                    group.addTask { [limit] in
                        try? await Task.sleep(for: limit)
                        return .limitReached
                    }
                }
                if let last = running.max() { endings[last].want() }
            }
            group.cancelAll()
            return failure
        }
        if let failure { throw failure }
    }
}
