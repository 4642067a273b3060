// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTransport
import PortableFoundation
import PostgresStorage
import ProgramLifecycle
import ServerTLS
import ServerTelemetry
import TaskService

package struct TaskServiceRun: Sendable {
    private let configuration: TaskServiceConfiguration
    private let reread: @Sendable () throws -> TaskServiceConfiguration
    private let log: LogOutput
    private let onListening: @Sendable (_ url: String) -> Void

    package init(
        _ configuration: TaskServiceConfiguration,
        rereading reread: @escaping @Sendable () throws -> TaskServiceConfiguration,
        onListening: @escaping @Sendable (_ url: String) -> Void
    ) {
        (self.configuration, self.reread, self.onListening) = (configuration, reread, onListening)
        log = LogOutput(configuration.logFormat, from: configuration.logLevel)
    }

    package func run() async throws {
        let address = try await Self.chosen(configuration.address)
        let operators: ServerAddress? =
            if let metrics = configuration.metrics { try await Self.chosen(metrics) } else { nil }
        let identity = configuration.identity
        let stores = try await openStores()
        try await withSystemTransport { transport in
            let observation = ServerObservation(
                of: "task-service", loggingTo: log, tracingTo: configuration.collector, over: transport, at: operators,
                trustsProxy: configuration.trustsProxy, drain: configuration.drain)
            if let database = stores.database { observation.report { database.figures.byName } }
            let settings = taskSettings(at: address, stores.limits)
            let protection = settings.protection(over: observation.transport)
            let keys = ProviderKeys(protection, logger: log.logger("providers"))
            observation.readiness.require(.init("providers") { keys.problem })
            observation.readiness.require(Self.check(stores.tasks))
            let router = buildTaskRouter(
                settings,
                keepingTasksIn: ObservedTaskStore(
                    stores.tasks, metrics: observation.metrics, tracer: observation.tracer),
                over: observation.transport,
                recordingIn: RefusalLog { observation.requests.refused(by: $0.rule) }, protectedBy: protection)
            let server = HTTPServer(
                responder: observation.observing(router.buildResponder()), at: address, identity: identity,
                logger: observation.logger, contentDeadline: configuration.contentDeadline,
                idleTime: configuration.idleTime,
                onListening: { _ in onListening((configuration.base ?? address.base).description) })
            let services: [(any Service)?] = [stores.database, keys, server, reload(identity, stores.database)]
            // They end in reverse order: first the delay, then the server, then the services that it needs.
            try await ServerProgram(
                observation.services + services.compactMap(\.self) + [observation.last],
                logger: log.logger("program"), endingWith: [SIGINT, SIGTERM],
                within: configuration.drain + configuration.shutdownLimit
            ).run()
        }
    }

    private static func chosen(_ address: ServerAddress) async throws -> ServerAddress {
        address.port == 0 ? try await address.probed() : address
    }

    private func openStores() async throws -> (
        tasks: any TaskStore, limits: (any RequestLimits)?, database: PostgresDatabase?
    ) {
        switch configuration.store {
        case .folder(let folder):
            return (
                tasks: try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite")),
                limits: configuration.requestRate.map { MemoryRequestLimits($0) }, database: nil
            )
        case .database(let address, let connections):
            let database = try PostgresDatabase(
                at: address, limits: PoolLimits(connections: connections), logger: log.logger("database"))
            try await database.connected()
            var limits: (any RequestLimits)?
            if let rate = configuration.requestRate { limits = try await PostgresRequestLimits(rate, in: database) }
            return (tasks: try await PostgresTaskStore(in: database), limits: limits, database: database)
        }
    }

    private static func check(_ tasks: any TaskStore) -> ServiceReadiness.Check {
        .init("store") {
            // No user has this ID, so the list is empty.
            (try? await tasks.list(of: "", TaskQuery(limit: 1))) == nil ? "the store does not respond" : nil
        }
    }

    private func taskSettings(at address: ServerAddress, _ limits: (any RequestLimits)?) -> TaskServiceSettings {
        let base = configuration.base ?? address.base
        let names = ServerNames(
            address, base: base,
            others: Set(configuration.hosts.compactMap { HostAndPort($0, defaultPort: address.port) }))
        return TaskServiceSettings(
            accepting: configuration.accepted, scope: configuration.scope, hosts: names.authorities,
            maximumTaskCount: configuration.maximumTaskCount, at: URL(string: base.description),
            allowedOrigins: configuration.allowedOrigins,
            requestLimits: limits)
    }

    private func reload(_ identity: CurrentTLSIdentity?, _ database: PostgresDatabase?) -> any Service {
        let logger = log.logger("settings")
        return ReloadOnHangup(logger: logger) {
            let latest = try reread()
            var taken = ["log.level"]
            if let identity, let other = latest.identity {
                identity.replace(with: other)
                taken += ["tls.certificateFile", "tls.keyFile"]
            }
            if let database, case .database(let address, _) = latest.store,
                latest.values["database.addressFile"] != nil
            {
                database.use(address)
                taken.append("database.addressFile")
            }
            log.currentLevel = latest.logLevel
            var others = latest.changesForNextStart(since: configuration)
            if (identity == nil) != (latest.identity == nil) { others.append("tls") }
            if !others.isEmpty {
                logger.warning(
                    "changed settings take effect at the next start",
                    metadata: ["settings": "\(others.joined(separator: ", "))"])
            }
            return taken
        }
    }
}
