// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import PortableFoundation

/// Builds the routes for operators, on a port of their own: metrics, health and readiness.
///
/// `/healthz` says that the process answers: restart it if it does not. `/readyz` says that it can serve: send it no
/// requests while it cannot.
package func buildOperatorRouter(
    _ metrics: PrometheusMetrics, _ readiness: ServiceReadiness, at address: ServerAddress
) -> Router<ServingContext> {
    let router = Router(context: ServingContext.self, answersHead: true)
    router.add(middleware: SecurityHeaders())
    // A page in a browser on this machine could otherwise read it under a name of its own.
    if address.isLoopback {
        router.add(middleware: HostGate(allowed: address.authorities))
    }
    let ready = metrics.gauge("service_ready")
    router.get("/metrics") { _, _ in
        // Alarms of Prometheus then need no second probe.
        ready.set(await readiness.report().ready ? 1 : 0)
        return Response(text: metrics.text(), type: PrometheusMetrics.contentType)
    }
    router.get("/healthz") { _, _ in "ok\n" }
    router.get("/readyz") { _, _ in
        let report = await readiness.report()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(report), as: UTF8.self)
        return Response(
            status: report.ready ? .ok : .serviceUnavailable, text: text + "\n", type: "application/json")
    }
    return router
}
