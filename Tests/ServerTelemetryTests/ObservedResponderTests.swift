// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPServing
import ProgramLifecycle
import Testing

@testable import ServerTelemetry

@Suite struct ObservedResponderTests {
    private let metrics = PrometheusMetrics()
    private let readiness = ServiceReadiness([])
    private let log = RecordedLog(from: .debug)

    private func respond(
        _ method: HTTPRequest.Method = .get, _ path: String, _ fields: HTTPFields = [:], trusting: Bool = false,
        tracer: SpanTracer? = nil
    ) async throws -> HTTPResponse {
        let router = Router(context: ServingContext.self)
        router.add(middleware: SecurityHeaders())
        router.get("/things/:id") { _, context in context.id }
        router.get("/broken") { _, _ -> String in throw CocoaError(.fileNoSuchFile) }
        let responder = ObservedResponder(
            router.buildResponder(), metrics: RequestMetrics(metrics), tracer: tracer, trustsProxy: trusting,
            readiness: readiness)
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "here.example", path: path, headerFields: fields)
        return try await InProcessResponder(responder, logger: log.logger).respond(to: request, body: Data()).0
    }

    private static let field = RequestID.field

    @Test func `requests are counted by their route and the class of their status`() async throws {
        _ = try await respond(.get, "/things/1?secret=x")
        _ = try await respond(.get, "/things/2")
        _ = try await respond(.get, "/broken")
        _ = try await respond(.get, "/nowhere/else")
        _ = try await respond(try #require(HTTPRequest.Method("BREW")), "/things/1")
        let read = try MetricText(metrics.text())
        func count(_ method: String, _ route: String, _ status: String) -> Double? {
            read.value(
                "http_server_request_duration_seconds_count", ["method": method, "route": route, "status": status])
        }
        #expect(count("GET", "/things/{id}", "2xx") == 2)
        #expect((count("GET", "/broken", "5xx"), count("GET", "none", "4xx")) == (1, 1))
        #expect(count("other", "none", "4xx") == 1)
        #expect(read.value("http_server_active_requests") == 0)
    }

    @Test func `each request has an id of its own`() async throws {
        let ids = [try await respond(.get, "/things/1"), try await respond(.get, "/things/1")].map {
            $0.headerFields[Self.field]
        }
        #expect(ids[0] != nil && ids[0] != ids[1])
    }

    @Test(arguments: ["a", "7f3.A_b-c", String(repeating: "x", count: 128)])
    func `accepts a trusted proxy's request ID`(_ id: String) async throws {
        #expect(try await respond(.get, "/things/1", [Self.field: id], trusting: true).headerFields[Self.field] == id)
        #expect(try await respond(.get, "/things/1", [Self.field: id]).headerFields[Self.field] != id)
    }

    @Test(arguments: ["", String(repeating: "x", count: 129), "a b", "a\"b", "ä", "a;b", "<script>"])
    func `an id of another form is replaced, also from a proxy`(_ id: String) async throws {
        let response = try await respond(.get, "/things/1", [Self.field: id], trusting: true)
        #expect(response.headerFields[Self.field]?.isEmpty == false && response.headerFields[Self.field] != id)
    }

    @Test func `two ids are none`() async throws {
        var fields = HTTPFields()
        fields[values: Self.field] = ["one", "two"]
        let response = try await respond(.get, "/things/1", fields, trusting: true)
        #expect(response.headerFields[values: Self.field].count == 1)
        #expect(!["one", "two"].contains(response.headerFields[Self.field]))
    }

    @Test func `the log has a line without the query`() async throws {
        _ = try await respond(.get, "/things/17?code=secret")
        let line = try #require(log.lines.last)
        #expect(line.hasPrefix("debug request method=GET milliseconds="))
        #expect(line.hasSuffix("route=/things/{id} status=200"))
        #expect(!log.lines.joined().contains("secret"))
    }

    @Test func `while the service ends, responses ask clients to close`() async throws {
        #expect(try await respond(.get, "/things/1").headerFields[.connection] == nil)
        readiness.beginShutdown()
        #expect(try await respond(.get, "/things/1").headerFields[.connection] == "close")
    }

    @Test func `a span names the route, and continues the caller's trace`() async throws {
        let collector = ScriptedTransport([(200, "")])
        let exporter = SpanExporter(
            to: try #require(URL(string: "http://collector.example")), naming: "tests", over: collector,
            counting: metrics, logger: log.logger)
        let parent = try #require(HTTPField.Name("traceparent"))
        let tracer = SpanTracer(exportingTo: exporter)
        _ = try await respond(
            .get, "/things/1?code=secret", [parent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
            tracer: tracer)
        _ = try await respond(.get, "/broken", [parent: "00-faulty"], tracer: tracer)
        #expect(await exporter.sendAll() == true)
        let text = try String(decoding: #require(await collector.sent.first?.body), as: UTF8.self)
        #expect(text.contains("\"name\":\"GET \\/things\\/{id}\"") || text.contains("\"name\":\"GET /things/{id}\""))
        #expect(text.contains("\"traceId\":\"4bf92f3577b34da6a3ce929d0e0e4736\""))
        #expect(text.contains("\"parentSpanId\":\"00f067aa0ba902b7\"") && text.contains("\"code\":2"))
        #expect(!text.contains("secret"))
    }
}
