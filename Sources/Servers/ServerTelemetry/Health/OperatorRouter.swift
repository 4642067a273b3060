// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import PortableFoundation

/// Builds the routes for operators, on a separate port: metrics, health and readiness.
///
/// `/healthz` shows that the process responds: restart it otherwise. `/readyz` shows whether it can serve: send it no
/// requests while it cannot.
package func buildOperatorRouter(
    _ metrics: PrometheusMetrics, _ readiness: ServiceReadiness, at address: ServerAddress
) -> Router<ServingContext> {
    let router = Router(context: ServingContext.self, answersHead: true)
    router.add(middleware: SecurityHeaders())
    // Otherwise, a page in a browser on this machine could read it through DNS rebinding.
    if address.isLoopback {
        router.add(middleware: HostGate(allowed: address.authorities))
    }
    let ready = metrics.gauge("service_ready")
    router.get("/metrics") { _, _ in
        // Prometheus alerts then need no second probe.
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
