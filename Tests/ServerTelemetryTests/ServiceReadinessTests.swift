// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPServing
import ProgramLifecycle
import Testing

@testable import ServerTelemetry

@Suite struct ServiceReadinessTests {
    private static let address = ServerAddress(port: 9000)

    private static func get(
        _ path: String, _ readiness: ServiceReadiness, host: String = "127.0.0.1:9000",
        at address: ServerAddress = address, _ metrics: PrometheusMetrics = PrometheusMetrics()
    ) async throws -> (status: Int, type: String?, body: String) {
        let router = buildOperatorRouter(metrics, readiness, at: address)
        let responder = InProcessResponder(router.buildResponder(), logger: Log("test"))
        let request = HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
        let (head, body) = try await responder.respond(to: request, body: Data())
        return (head.status.code, head.headerFields[.contentType], String(decoding: body, as: UTF8.self))
    }

    @Test func `a service without problems is ready`() async throws {
        let readiness = ServiceReadiness([.init("store") { nil }, .init("providers") { nil }])
        let answer = try await Self.get("/readyz", readiness)
        #expect(answer.status == 200)
        #expect(answer.body == "{\"checks\":{\"providers\":\"ok\",\"store\":\"ok\"},\"ready\":true}\n")
    }

    @Test func `one problem makes it not ready, with the reason, and it stays healthy`() async throws {
        let readiness = ServiceReadiness([.init("store") { nil }, .init("providers") { "no keys yet" }])
        let answer = try await Self.get("/readyz", readiness)
        #expect(answer.status == 503)
        #expect(answer.body == "{\"checks\":{\"providers\":\"no keys yet\",\"store\":\"ok\"},\"ready\":false}\n")
        #expect(try await Self.get("/healthz", readiness).status == 200)
    }

    @Test func `a check that does not answer has failed`() async {
        let readiness = ServiceReadiness(
            [
                .init("store") {
                    let (never, continuation) = AsyncStream<Never>.makeStream()
                    for await _ in never {}
                    continuation.finish()
                    return nil
                }
            ], limit: .milliseconds(20))
        let report = await readiness.report()
        #expect(!report.ready && report.checks["store"]?.hasPrefix("no response in") == true)
    }

    @Test func `a service that ends is not ready`() async throws {
        let readiness = ServiceReadiness([.init("store") { nil }])
        readiness.beginShutdown()
        let report = await readiness.report()
        #expect(!report.ready && report.checks == ["shutdown": "the service is shutting down", "store": "ok"])
    }

    @Test func `the metrics are there as text`() async throws {
        let metrics = PrometheusMetrics()
        metrics.counter("n").increment()
        let answer = try await Self.get("/metrics", ServiceReadiness([]), metrics)
        #expect(answer.type == "text/plain; version=0.0.4; charset=utf-8")
        #expect(try MetricText(answer.body).value("n_total") == 1)
        #expect(try await Self.get("/other", ServiceReadiness([])).status == 404)
    }

    @Test func `on loopback, no page of another name reads them`() async throws {
        #expect(try await Self.get("/metrics", ServiceReadiness([]), host: "evil.example:9000").status == 421)
        #expect(try await Self.get("/metrics", ServiceReadiness([]), host: "localhost:9000").status == 200)
        // Another machine asks by the address of a container or a pod.
        for host in ["10.0.0.7", "0.0.0.0"] {
            let open = ServerAddress(host: host, port: 9000)
            #expect(try await Self.get("/healthz", ServiceReadiness([]), host: "pod:9000", at: open).status == 200)
        }
    }

    @Test(arguments: [nil, "no keys yet"])
    func `the metrics show whether the service is ready`(_ problem: String?) async throws {
        let answer = try await Self.get("/metrics", ServiceReadiness([.init("providers") { problem }]))
        #expect(try MetricText(answer.body).value("service_ready") == (problem == nil ? 1 : 0))
    }
}
