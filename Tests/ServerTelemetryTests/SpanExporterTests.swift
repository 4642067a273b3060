// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTransport
import Testing

@testable import ServerTelemetry

@Suite struct SpanExporterTests {
    private let metrics = PrometheusMetrics()

    private func exporter(over transport: any Transport) throws -> SpanExporter {
        SpanExporter(
            to: try #require(URL(string: "http://collector.example:4318")), naming: "tests", over: transport,
            counting: metrics, logger: RecordedLog().logger)
    }

    private func dropped() throws -> Double? { try MetricText(metrics.text()).value("traces_dropped_total") }

    private struct Batch: Decodable {
        struct Group: Decodable {
            let resource: Resource
            let scopeSpans: [Scope]
        }
        struct Resource: Decodable {
            let attributes: [Attribute]
        }
        struct Scope: Decodable {
            let spans: [Span]
        }
        struct Attribute: Decodable {
            let key: String
            let value: [String: String]
        }
        struct Span: Decodable {
            let traceId: String
            let spanId: String
            let parentSpanId: String?
            let traceState: String?
            let name: String
            let kind: Int
            let startTimeUnixNano: String
            let endTimeUnixNano: String
            let attributes: [Attribute]
            let status: [String: Int]
        }
        let resourceSpans: [Group]

        var spans: [Span] { resourceSpans.flatMap { $0.scopeSpans.flatMap(\.spans) } }
    }

    @Test func `a span below another is exported with its parent, as OTLP writes it`() async throws {
        let transport = ScriptedTransport([(200, "{}")])
        let exporter = try exporter(over: transport)
        let tracer = SpanTracer(exportingTo: exporter)
        let caller = try TraceContext(
            parents: ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"], states: ["congo=t61rcWkgMzE"])
        await tracer.withSpan("outer", below: caller, ofKind: .server) { span in
            span.attributes["http.route"] = .string("/api/tasks")
            span.attributes["http.response.status_code"] = .integer(200)
            try? await tracer.withSpan("inner", ofKind: .client) { _ in throw CancellationError() }
        }
        #expect(await exporter.sendAll() == true)
        let sent = try #require(await transport.sent.first)
        #expect(sent.line == "POST http://collector.example:4318/v1/traces")
        #expect(sent.head.headerFields[.contentType] == "application/json")
        let batch = try JSONDecoder().decode(Batch.self, from: sent.body)
        #expect(batch.resourceSpans[0].resource.attributes[0].value == ["stringValue": "tests"])
        let (inner, outer) = (batch.spans[0], batch.spans[1])
        #expect([inner.name, outer.name] == ["inner", "outer"])
        #expect(inner.kind == 3)
        #expect((outer.kind, outer.traceId) == (2, "4bf92f3577b34da6a3ce929d0e0e4736"))
        #expect((outer.parentSpanId, outer.traceState) == ("00f067aa0ba902b7", "congo=t61rcWkgMzE"))
        #expect((inner.traceId, inner.parentSpanId, inner.status) == (outer.traceId, outer.spanId, ["code": 2]))
        #expect(inner.attributes[0].value == ["stringValue": "CancellationError"])
        #expect(outer.attributes.map(\.key) == ["http.response.status_code", "http.route"])
        #expect(outer.attributes[0].value == ["intValue": "200"])
        let times = try [
            outer.startTimeUnixNano, inner.startTimeUnixNano, inner.endTimeUnixNano, outer.endTimeUnixNano,
        ]
        .map { try #require(UInt64($0)) }
        #expect(times == times.sorted())
    }

    @Test func `a trace that its caller does not record is continued, but not exported`() async throws {
        let transport = ScriptedTransport([])
        let exporter = try exporter(over: transport)
        let tracer = SpanTracer(exportingTo: exporter)
        let caller = try TraceContext(parents: ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"])
        var fields = HTTPFields()
        await tracer.withSpan("quiet", below: caller) { fields.traceContext = $0.trace }
        #expect(await exporter.sendAll() == nil)
        #expect(await transport.sent.isEmpty)
        let parent = try #require(HTTPField.Name("traceparent").flatMap { fields[$0] })
        #expect(parent.hasPrefix("00-4bf92f3577b34da6a3ce929d0e0e4736-") && parent.hasSuffix("-00"))
        #expect(!parent.contains("00f067aa0ba902b7"))
    }

    @Test func `a full queue drops spans, and counts them`() async throws {
        let tracer = SpanTracer(exportingTo: try exporter(over: ScriptedTransport([])))
        for _ in 0..<2048 { await tracer.withSpan("kept") { _ in } }
        #expect(try dropped() == 0)
        for _ in 0..<3 { await tracer.withSpan("dropped") { _ in } }
        #expect(try dropped() == 3)
    }

    @Test func `spans go in batches of 512`() async throws {
        let transport = ScriptedTransport([(200, ""), (202, "")])
        let exporter = try exporter(over: transport)
        let tracer = SpanTracer(exportingTo: exporter)
        for _ in 0..<513 { await tracer.withSpan("span") { _ in } }
        #expect(await exporter.sendAll() == true)
        let counts = try await transport.sent.map { try JSONDecoder().decode(Batch.self, from: $0.body).spans.count }
        #expect(counts == [512, 1])
    }

    @Test(arguments: [429, 502, 503, 504]) func `a busy collector gets the spans again`(_ status: Int) async throws {
        let transport = ScriptedTransport([(status, ""), (200, "")])
        let exporter = try exporter(over: transport)
        await SpanTracer(exportingTo: exporter).withSpan("span") { _ in }
        #expect(await exporter.sendAll() == false)
        #expect(await exporter.sendAll() == true)
        #expect(try dropped() == 0)
        let bodies = await transport.sent.map(\.body)
        #expect(try JSONDecoder().decode(Batch.self, from: bodies[1]).spans.count == 1)
    }

    @Test(arguments: [400, 401, 404, 500])
    func `spans that a collector refuses are counted`(_ status: Int) async throws {
        let transport = ScriptedTransport(
            [(status, ""), (200, "")], at: "POST http://collector.example:4318/v1/traces")
        let exporter = try exporter(over: transport)
        await SpanTracer(exportingTo: exporter).withSpan("span") { _ in }
        #expect(await exporter.sendAll() == false)
        #expect(try dropped() == 1)
        #expect(await exporter.sendAll() == nil, "nothing sent tells nothing of the collector")
    }

    @Test func `an unavailable collector costs at most the queue`() async throws {
        let exporter = try exporter(over: ScriptedTransport([], thenUnreachable: true))
        let tracer = SpanTracer(exportingTo: exporter)
        for _ in 0..<2048 { await tracer.withSpan("span") { _ in } }
        #expect(await exporter.sendAll() == false)
        #expect(try dropped() == 0)
        await tracer.withSpan("one more") { _ in }
        #expect(try dropped() == 1)
    }

    @Test func `requests to other servers carry the trace, and are measured`() async throws {
        let (collector, api) = (
            ScriptedTransport([(200, "")]), ScriptedTransport([(200, ""), (503, "")], thenUnreachable: true)
        )
        let exporter = try exporter(over: collector)
        let tracer = SpanTracer(exportingTo: exporter)
        let transport = ObservedTransport(api, metrics: metrics, tracer: tracer)
        let address = try #require(URL(string: "https://login.example/keys?secret=1"))
        try await tracer.withSpan("request", ofKind: .server) { _ in
            _ = try await transport.send(HTTPRequest(url: address))
            _ = try await transport.send(HTTPRequest(url: address))
            _ = try? await transport.send(HTTPRequest(url: address))
        }
        #expect(await exporter.sendAll() == true)
        let body = try #require(await collector.sent.first?.body)
        #expect(!String(decoding: body, as: UTF8.self).contains("secret"))
        let spans = try JSONDecoder().decode(Batch.self, from: body).spans
        #expect(spans.map(\.name) == ["GET", "GET", "GET", "request"])
        let parents = await api.sent.map { $0.head.headerFields.traceContext }
        #expect(parents.map { $0?.spanID } == spans.prefix(3).map(\.spanId))
        let read = try MetricText(metrics.text())
        let counts = ["2xx", "5xx", "failed"].map {
            read.value("http_client_request_duration_seconds_count", ["host": "login.example", "outcome": $0])
        }
        #expect(counts == [1, 1, 1])
    }
}
