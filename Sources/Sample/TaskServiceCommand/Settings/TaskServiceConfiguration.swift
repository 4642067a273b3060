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

package struct TaskServiceConfiguration: Sendable {
    package enum Store: Sendable {
        case folder(URL)
        case database(PostgresAddress, connections: Int)
    }

    package let address: ServerAddress
    /// Host names, with the port of the settings.
    package let hosts: [String]
    /// The base URL behind a proxy.
    package let base: BaseURL?
    package let identity: CurrentTLSIdentity?
    /// Whether `X-Request-ID` of a request is used.
    package let trustsProxy: Bool
    package let store: Store
    package let accepted: [AcceptedTokens]
    package let scope: String
    package let maximumTaskCount: Int
    package let allowedOrigins: Set<Origin>
    package let requestRate: RequestRate?
    package let contentDeadline: Duration
    /// The time limit of a connection without a request.
    package let idleTime: Duration
    package let metrics: ServerAddress?
    package let logLevel: Log.Level
    /// `nil` depends on the output.
    package let logFormat: LogOutput.Format?
    package let collector: URL?
    /// The time between SIGTERM and the end of listening.
    package let drain: Duration
    /// The time limit for open requests after that.
    package let shutdownLimit: Duration
    /// As text, without secrets, to find the settings that a reload changed.
    let values: [String: String]

    /// - Throws: ``ConfigurationError`` with all problems; `PostgresError` (`missingLibrary`).
    package init(
        arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        var reader = SettingReader(arguments, environment)
        let identity = reader.identity()
        let address = reader.listenAddress("listen", scheme: identity == nil ? .http : .https)
        let base = reader.base()
        let hosts = reader.hosts()
        let store = reader.store()
        accepted = reader.accepted()
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

    func changesForNextStart(since earlier: TaskServiceConfiguration) -> [String] {
        Set(values.keys).union(earlier.values.keys).sorted().filter { name in
            let isReread = Setting.all.contains { $0.isReread && $0.name == name }
            return !isReread && values[name] != earlier.values[name]
        }
    }
}
