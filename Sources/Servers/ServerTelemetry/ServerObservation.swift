// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import HTTPTransport
package import PortableFoundation
package import ProgramLifecycle

/// The metrics, traces and readiness of a server, with the services that they need.
package struct ServerObservation: Sendable {
    package let logger: Log
    package let metrics: PrometheusMetrics
    package let requests: RequestMetrics
    /// `nil` without a collector.
    package let tracer: SpanTracer?
    package let transport: any Transport
    /// The program adds its checks.
    package let readiness: ServiceReadiness
    /// Services beside the server, which end after it.
    package let services: [any Service]
    /// The last service, which ends first.
    package let last: any Service
    private let trustsProxy: Bool

    /// - Parameters:
    ///   - name: The server's name in logs and traces.
    ///   - log: The logs of the program.
    ///   - collector: An OTLP/HTTP collector for the spans; `nil` for none.
    ///   - transport: Sends the spans, and the server's requests to others.
    ///   - address: The address for metrics, health and readiness; `nil` for none.
    ///   - trustsProxy: Whether only a trusted proxy can send requests, whose `X-Request-ID` is then used.
    ///   - drain: The time between the signal to end and the end of listening.
    package init(
        of name: String, loggingTo log: LogOutput, tracingTo collector: URL?, over transport: any Transport,
        at address: ServerAddress?, trustsProxy: Bool, drain: Duration
    ) {
        let (metrics, readiness, logger) = (PrometheusMetrics(), ServiceReadiness(), log.logger(name))
        metrics.onScrape { ProcessMetrics.read() }
        let exporter = collector.map {
            SpanExporter(to: $0, naming: name, over: transport, counting: metrics, logger: log.logger("traces"))
        }
        let operators = address.map { address in
            HTTPServer(
                responder: buildOperatorRouter(metrics, readiness, at: address).buildResponder(), at: address,
                logger: logger,
                onListening: { _ in
                    logger.notice("metrics, health, and readiness", metadata: ["url": "\(address.url)"])
                })
        }
        services = ([exporter, operators] as [(any Service)?]).compactMap(\.self)
        last = ShutdownDelay(readiness, for: drain)
        requests = RequestMetrics(metrics)
        tracer = exporter.map(SpanTracer.init)
        self.transport = ObservedTransport(transport, metrics: metrics, tracer: tracer)
        (self.logger, self.metrics, self.readiness, self.trustsProxy) = (logger, metrics, readiness, trustsProxy)
    }

    /// Adds changing values, such as those of a connection pool, to the metrics.
    package func report(_ figures: @escaping @Sendable () -> [(name: String, value: Int)]) {
        metrics.onScrape { figures().map { .init($0.name, [], Double($0.value)) } }
    }

    package func observing<Responder: HTTPResponder>(_ responder: Responder) -> ObservedResponder<Responder>
    where Responder.Context: RequestContext {
        ObservedResponder(responder, metrics: requests, tracer: tracer, trustsProxy: trustsProxy, readiness: readiness)
    }
}
