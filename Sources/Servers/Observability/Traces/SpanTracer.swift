// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Tracing

/// Makes spans for requests and their work, and hands each finished one to its exporter.
///
/// A trace whose caller does not record is continued, and not recorded here either.
package struct SpanTracer: Tracer {
    private let exporter: SpanExporter

    package init(exportingTo exporter: SpanExporter) { self.exporter = exporter }

    /// Starts a span below the one in the context; without one, it begins a trace.
    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = context.traceContext
        let own = TraceContext(
            traceID: parent?.traceID ?? Self.randomDigits(words: 2), spanID: Self.randomDigits(words: 1),
            isSampled: parent?.isSampled ?? true, state: parent?.state)
        context.traceContext = own
        return RecordedSpan(
            operationName, kind, context, own, below: parent?.spanID, startedAt: instant().nanosecondsSinceEpoch,
            exportingTo: exporter)
    }

    /// Does nothing: the exporter sends what waits at its next batch.
    @available(*, deprecated) package func forceFlush() {}

    /// Reads the trace of a request from its header fields.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        let parents = extractor.extract(key: TraceField.parent, from: carrier).map { [$0] } ?? []
        let states = extractor.extract(key: TraceField.state, from: carrier).map { [$0] } ?? []
        if let found = try? TraceContext(parents: parents, states: states) { context.traceContext = found }
    }

    /// Writes the trace into the header fields of a request to another server.
    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.traceContext else { return }
        injector.inject(trace.parent, forKey: TraceField.parent, into: &carrier)
        if let state = trace.state { injector.inject(state, forKey: TraceField.state, into: &carrier) }
    }

    private static func randomDigits(words: Int) -> String {
        (0..<words).map { _ in
            // Zero is no id.
            let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// The header fields of W3C Trace Context.
enum TraceField {
    static let parent = "traceparent"
    static let state = "tracestate"
}

extension HTTPFields {
    /// The trace that these fields name; `nil` for none, or a faulty one.
    var traceContext: TraceContext? {
        guard let parent = HTTPField.Name(TraceField.parent), let state = HTTPField.Name(TraceField.state) else {
            return nil
        }
        let parents = self[values: parent]
        return parents.isEmpty ? nil : try? TraceContext(parents: parents, states: self[values: state])
    }
}

/// Writes fields into a request.
struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout HTTPFields) {
        if let name = HTTPField.Name(key) { carrier[name] = value }
    }
}

private enum TraceContextKey: InstrumentationContextKey {
    typealias Value = TraceContext
}

extension InstrumentationContext {
    /// The span that is open here.
    var traceContext: TraceContext? {
        get { self[TraceContextKey.self] }
        set { self[TraceContextKey.self] = newValue }
    }
}
