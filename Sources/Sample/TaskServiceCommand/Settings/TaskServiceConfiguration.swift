// SPDX-License-Identifier: Apache-2.0
package import BearerAuth
package import HTTPServing
package import HTTPTransport
package import PortableFoundation
package import PostgresStorage
package import ProgramLifecycle
package import ServerTLS
package import ServerTelemetry
package import TaskService

/// The checked settings of a task service.
package struct TaskServiceConfiguration: Sendable {
    package enum Store: Sendable {
        case folder(URL)
        /// PostgreSQL, with at most so many connections.
        case database(PostgresAddress, connections: Int)
    }

    package let address: ServerAddress
    /// The names of the service, at the port of the settings.
    package let hosts: [String]
    /// The address for clients, if a proxy stands before the service.
    package let base: BaseURL?
    /// The certificate and the key; `nil` without TLS.
    package let identity: CurrentTLSIdentity?
    /// Whether the `X-Request-ID` of a request is taken.
    package let trustsProxy: Bool
    package let store: Store
    package let accepted: [AcceptedTokens]
    package let scope: String
    package let maximumTaskCount: Int
    package let allowedOrigins: Set<Origin>
    /// The requests that one person may send; `nil` for any number.
    package let requestRate: RequestRate?
    /// The longest time until a request has arrived.
    package let contentDeadline: Duration
    /// The longest time of a connection without a request.
    package let idleTime: Duration
    package let metrics: ServerAddress?
    package let logLevel: Log.Level
    /// The form of the log; `nil` follows the output.
    package let logFormat: LogOutput.Format?
    package let collector: URL?
    /// The time between SIGTERM and the end of listening.
    package let drain: Duration
    /// The longest time for open requests afterwards.
    package let shutdownLimit: Duration
    /// The values as text, without secrets, to find what a later reading changed.
    let values: [String: String]

    /// Reads and checks all settings.
    ///
    /// - Throws: ``ConfigurationError`` with every problem; `PostgresError` (`missingLibrary`).
    package init(
        arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        var reader = SettingReader(arguments, environment)
        let identity = reader.identity()
        let address = reader.listenAddress("listen", scheme: identity == nil ? .http : .https)
        let base = reader.base()
        let hosts = reader.hosts()
        let store = reader.store()
        let accepted = reader.accepted()
        self.accepted = accepted
        trustsProxy = reader.flag("proxy.trusted")
        scope = reader.scope()
        maximumTaskCount = reader.number("limits.tasks")?.value ?? 0
        allowedOrigins = reader.allowedOrigins()
        requestRate = reader.requestRate()
        contentDeadline = reader.seconds("limits.contentSeconds")
        idleTime = reader.seconds("limits.idleSeconds")
        metrics = reader.number("metrics.port") == nil ? nil : reader.listenAddress("metrics", scheme: .http)
        logLevel = reader.text("log.level").flatMap { Log.Level(rawValue: $0.value) } ?? .info
        logFormat = reader.text("log.format").flatMap { LogOutput.Format(rawValue: $0.value) }
        collector = reader.collector()
        drain = reader.seconds("shutdown.drainSeconds")
        shutdownLimit = reader.seconds("shutdown.limitSeconds")
        values = reader.values
        if reader.problems.isEmpty, let error = reader.missingLibrary { throw error }
        guard reader.problems.isEmpty, let address, let store else {
            throw ConfigurationError(problems: reader.problems)
        }
        (self.address, self.store, self.identity, self.base, self.hosts) = (address, store, identity, base, hosts)
    }

    /// The names of settings that differ from another reading, and that only the next start takes.
    func changesForNextStart(since earlier: TaskServiceConfiguration) -> [String] {
        Set(values.keys).union(earlier.values.keys).sorted().filter { name in
            let isReread = Setting.all.contains { $0.isReread && $0.name == name }
            return !isReread && values[name] != earlier.values[name]
        }
    }
}
