// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import HTTPServing

/// Makes spans for requests and their work, and hands each finished one to its exporter.
///
/// A trace whose caller does not record is continued, and not recorded here either.
package struct SpanTracer: Sendable {
    private let exporter: SpanExporter

    package init(exportingTo exporter: SpanExporter) { self.exporter = exporter }

    /// Starts a span below the one in the context; without one, it begins a trace.
    package func startSpan(_ name: String, context: InstrumentationContext, ofKind kind: SpanKind) -> RecordedSpan {
        var context = context
        let parent = context.traceContext
        let own = TraceContext(
            traceID: parent?.traceID ?? Self.randomDigits(words: 2), spanID: Self.randomDigits(words: 1),
            isSampled: parent?.isSampled ?? true, state: parent?.state)
        context.traceContext = own
        return RecordedSpan(
            name, kind, context, own, below: parent?.spanID, startedAt: nanosecondsSinceEpoch(), exportingTo: exporter)
    }

    /// Writes the trace into the header fields of a request to another server.
    package func inject(_ context: InstrumentationContext, into fields: inout HTTPFields) {
        guard let trace = context.traceContext else { return }
        fields[.traceParent] = trace.parent
        if let state = trace.state { fields[.traceState] = state }
    }

    private static func randomDigits(words: Int) -> String {
        (0..<words).map { _ in
            // Zero is no id.
            let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

extension HTTPField.Name {
    static let traceParent = Self(token: "traceparent")
    static let traceState = Self(token: "tracestate")
}

extension HTTPFields {
    /// The trace that these fields name; `nil` for none, or a faulty one.
    var traceContext: TraceContext? {
        let parents = self[values: .traceParent]
        return parents.isEmpty ? nil : try? TraceContext(parents: parents, states: self[values: .traceState])
    }
}
