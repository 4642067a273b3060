// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A span that is under way; its end hands it to the exporter.
package final class RecordedSpan: Sendable {
    /// The context with this span, for the work below it.
    package let context: InstrumentationContext
    private let trace: TraceContext
    private let exporter: SpanExporter
    private let content: Mutex<FinishedSpan>
    private let hasEnded = Mutex(false)

    init(
        _ name: String, _ kind: SpanKind, _ context: InstrumentationContext, _ trace: TraceContext,
        below parent: String?, startedAt start: UInt64, exportingTo exporter: SpanExporter
    ) {
        (self.context, self.trace, self.exporter) = (context, trace, exporter)
        content = Mutex(
            FinishedSpan(trace: trace, parent: parent, name: name, kind: kind, start: start, attributes: [:]))
    }

    /// The name; a server's is its method and route.
    package var operationName: String {
        get { content.withLock { $0.name } }
        set { content.withLock { $0.name = newValue } }
    }

    package var attributes: [String: SpanAttribute] {
        get { content.withLock { $0.attributes } }
        set { content.withLock { $0.attributes = newValue } }
    }

    /// Whether the span will be exported.
    package var isRecording: Bool { trace.isSampled }

    package func recordFailure() { content.withLock { $0.hasFailed = true } }

    /// Notes the type of an error; its text may hold names or addresses.
    package func recordError(_ error: any Error) {
        content.withLock {
            $0.attributes["error.type"] = .string("\(type(of: error))")
            $0.hasFailed = true
        }
    }

    /// Ends the span; only the first call counts.
    package func end() {
        let isFirst = hasEnded.withLock { ended in
            defer { ended = true }
            return !ended
        }
        guard isFirst, isRecording else { return }
        let end = nanosecondsSinceEpoch()
        exporter.add(
            content.withLock { span in
                span.end = end
                return span
            })
    }
}

/// A span as it is exported.
struct FinishedSpan: Sendable {
    let trace: TraceContext
    let parent: String?
    var name: String
    let kind: SpanKind
    let start: UInt64
    var end: UInt64 = 0
    var attributes: [String: SpanAttribute]
    var hasFailed = false
}
