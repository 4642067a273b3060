// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import HTTPTransport
package import PortableFoundation
package import ProgramLifecycle

package struct ServerObservation: Sendable {
    package let logger: Log
    package let metrics: PrometheusMetrics
    package let requests: RequestMetrics
    package let tracer: SpanTracer?
    package let transport: any Transport
    package let readiness: ServiceReadiness
    /// They end after the server.
    package let services: [any Service]
    /// Ends first.
    package let last: any Service
    private let trustsProxy: Bool

    /// Without a collector, there are no spans; without an address, no metrics, health, and readiness.
    ///
    /// If only a trusted proxy can send requests, its `X-Request-ID` is used. `drain` is the time between the signal to
    /// end and the end of listening.
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

    package func report(_ figures: @escaping @Sendable () -> [(name: String, value: Int)]) {
        metrics.onScrape { figures().map { .init($0.name, [], Double($0.value)) } }
    }

    package func observing<Responder: HTTPResponder>(_ responder: Responder) -> ObservedResponder<Responder>
    where Responder.Context: RequestContext {
        ObservedResponder(responder, metrics: requests, tracer: tracer, trustsProxy: trustsProxy, readiness: readiness)
    }
}
