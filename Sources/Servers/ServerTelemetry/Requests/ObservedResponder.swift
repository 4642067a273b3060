// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import ProgramLifecycle

/// Wraps a router, whose route is known only after the response, with ID, metrics, span and log line.
///
/// It exports no query, which can contain a secret.
package struct ObservedResponder<Responder: HTTPResponder>: HTTPResponder where Responder.Context: RequestContext {
    package typealias Context = Responder.Context

    private let responder: Responder
    private let metrics: RequestMetrics
    private let tracer: SpanTracer?
    private let trustsProxy: Bool
    private let readiness: ServiceReadiness

    package init(
        _ responder: Responder, metrics: RequestMetrics, tracer: SpanTracer?, trustsProxy: Bool,
        readiness: ServiceReadiness
    ) {
        (self.responder, self.metrics, self.tracer) = (responder, metrics, tracer)
        (self.trustsProxy, self.readiness) = (trustsProxy, readiness)
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        if trustsProxy, let id = RequestID.wellFormed(request.headers) {
            context.core.id = id
        }
        guard let tracer else { return try await measured(request, context) }
        return try await traced(request, context, by: tracer)
    }

    private func traced(_ request: Request, _ context: Context, by tracer: SpanTracer) async throws -> Response {
        var context = context
        let parent = request.headers.traceContext
        return try await tracer.withSpan(request.method.rawValue, below: parent, ofKind: .server) { span in
            context.logger[metadataKey: "traceId"] = span.trace.traceID
            let response = try await measured(request, context)
            span.operationName = "\(request.method.rawValue) \(RequestMetrics.route(context.endpointPath))"
            span.attributes["http.request.method"] = .string(request.method.rawValue)
            span.attributes["http.route"] = .string(RequestMetrics.route(context.endpointPath))
            span.attributes["http.response.status_code"] = .integer(response.status.code)
            if response.status.kind == .serverError { span.recordFailure() }
            return response
        }
    }

    private func measured(_ request: Request, _ context: Context) async throws -> Response {
        let start = ContinuousClock.now
        metrics.active.increment()
        defer { metrics.active.decrement() }
        let response = try await responder.respond(to: request, context: context)
        let duration = ContinuousClock.now - start
        metrics.record(request.method, route: context.endpointPath, response.status, duration)
        guard context.core.writes(.debug) else { return answered(response, context) }
        context.logger.debug(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(RequestMetrics.route(context.endpointPath))",
                "status": "\(response.status.code)", "milliseconds": "\(duration / .milliseconds(1))",
            ])
        return answered(response, context)
    }

    private func answered(_ response: Response, _ context: Context) -> Response {
        var response = response
        response.headers[values: RequestID.field] = [context.id]
        if readiness.isShuttingDown { response.headers[.connection] = "close" }
        return response
    }
}
