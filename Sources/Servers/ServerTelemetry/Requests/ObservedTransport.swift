// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport
package import PortableFoundation

package struct ObservedTransport: Transport {
    private let transport: any Transport
    private let metrics: PrometheusMetrics
    private let tracer: SpanTracer?

    package init(_ transport: any Transport, metrics: PrometheusMetrics, tracer: SpanTracer?) {
        (self.transport, self.metrics, self.tracer) = (transport, metrics, tracer)
    }

    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        try await observed(request, \.status) { try await transport.send($0, body: body) }
    }

    package func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        try await observed(request, \.head.status) { try await transport.stream($0, body: body) }
    }

    private func observed<Response: Sendable>(
        _ request: HTTPRequest, _ status: (Response) -> HTTPResponse.Status,
        _ send: (HTTPRequest) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        guard let tracer else {
            return try await measured(request, since: start, status) { try await send(request) }
        }
        let host = request.authority ?? "none"
        return try await tracer.withSpan(request.method.rawValue, ofKind: .client) { span in
            span.attributes["http.request.method"] = .string(request.method.rawValue)
            span.attributes["server.address"] = .string(host)
            var request = request
            request.headerFields.traceContext = span.trace
            let response = try await measured(request, since: start, status) { try await send(request) }
            span.attributes["http.response.status_code"] = .integer(status(response).code)
            return response
        }
    }

    private func measured<Response: Sendable>(
        _ request: HTTPRequest, since start: ContinuousClock.Instant, _ status: (Response) -> HTTPResponse.Status,
        _ send: () async throws -> Response
    ) async throws -> Response {
        var outcome = "failed"
        defer {
            // Requests to providers are rare, and their hosts are limited to the settings and the providers' metadata.
            metrics.timer(
                "http_client_request_duration_seconds",
                [("host", request.authority ?? "none"), ("outcome", outcome)]
            ).record(ContinuousClock.now - start)
        }
        let response = try await send()
        outcome = "\(status(response).code / 100)xx"
        return response
    }
}
