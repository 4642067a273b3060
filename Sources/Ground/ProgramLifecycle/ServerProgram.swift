// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The services of a program, which run until a signal ends it.
///
/// They start together. A signal ends them one by one, the last one first. If a service returns or fails, the others
/// end in the same order.
///
/// ```swift
/// let log = Log("web")
/// let server = HTTPServer(responder: router.buildResponder(), at: ServerAddress(port: 8080), logger: log)
/// // The connections end after the server that uses them.
/// try await ServerProgram([Connections(pool: pool), server], logger: log).run()
/// ```
///
/// This module has no external oracle: its tests send signals to whole programs, such as `task-service`.
public struct ServerProgram: Sendable {
    private enum Event: Sendable {
        case endRequested
        case ended(Int, (any Error)?)
        case limitReached
    }

    private let services: [any Service]
    private let log: Log
    private let signals: [Int32]
    private let limit: Duration
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Creates a program.
    ///
    /// - Parameters:
    ///   - services: The services, each before those that use it.
    ///   - logger: Receives a line when a service starts or ends.
    ///   - signals: The signals that end the program. Afterwards they have no effect: no second one interrupts the end.
    ///     A program that rereads its settings at SIGHUP leaves that out; under `nohup` it stays ignored.
    ///   - limit: The longest time until all services have ended; those that take longer are canceled. It starts at a
    ///     signal, at the request of ``run(until:)``'s `end`, or when a service returns or fails.
    public init(
        _ services: [any Service], logger: Log, endingWith signals: [Int32] = [SIGHUP, SIGINT, SIGTERM],
        within limit: Duration = .seconds(5)
    ) {
        self.services = services
        log = logger
        self.signals = signals
        self.limit = limit
    }

    /// Runs until a signal, or until `end` is requested.
    ///
    /// If its task is canceled, the services are canceled, too. A service that ignores it keeps the program running.
    ///
    /// - Throws: The first error that ends a service, but no `CancellationError` of a canceled one.
    public func run(until end: Ending = Ending()) async throws {
        let arriving = Signals(signals.filter { $0 != SIGHUP || !Signals.isIgnored($0) })
        let failure: (any Error)? = await withTaskGroup(of: Event.self) { group in
            let endings = services.map { _ in Ending() }
            for (index, service) in services.enumerated() {
                log.debug("service starts", metadata: ["service": Self.name(of: service)])
                group.addTask {
                    do {
                        try await service.run(until: endings[index])
                        return .ended(index, nil)
                    } catch {
                        return .ended(index, error)
                    }
                }
            }
            group.addTask {
                await arriving.first(or: end)
                return .endRequested
            }
            let failure = await supervise(&group, endings)
            group.cancelAll()
            return failure
        }
        if let failure { throw failure }
    }

    /// Ends the services one after the other from the first event on, and returns the error to throw.
    private func supervise(_ group: inout TaskGroup<Event>, _ endings: [Ending]) async -> (any Error)? {
        var running = Array(services.indices)
        var isEnding = false
        var failure: (any Error)?
        while !running.isEmpty, let event = await group.next() {
            switch event {
            // Or the timer was canceled.
            case .endRequested: break
            case .limitReached:
                log.warning("services that did not end in time are canceled")
                group.cancelAll()
            case .ended(let index, let error):
                running.removeAll { $0 == index }
                log.debug("service has ended", metadata: ["service": Self.name(of: services[index])])
                guard let error, !(group.isCancelled && error is CancellationError) else { break }
                if failure != nil { logDropped(error, of: services[index]) }
                failure = failure ?? error
            }
            if !isEnding {
                isEnding = true
                group.addTask { [sleep, limit] in
                    let isReached = (try? await sleep(limit)) != nil
                    return isReached ? .limitReached : .endRequested
                }
            }
            // Each event ends the last service that still runs.
            if let last = running.last { endings[last].request() }
        }
        return failure
    }

    /// The service's description or its type: a structure's default text shows its properties, which may be secret.
    private static func name(of service: any Service) -> String {
        (service as? any CustomStringConvertible)?.description ?? "\(type(of: service))"
    }

    /// Only one error can be thrown; the others would be lost.
    private func logDropped(_ error: any Error, of service: any Service) {
        log.error("another service failed, too", metadata: ["service": Self.name(of: service), "error": "\(error)"])
    }
}
