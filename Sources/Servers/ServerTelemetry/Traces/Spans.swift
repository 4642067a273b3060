// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

// Oracle: `SpanExporterTests`, which decode the exported JSON by the names and types of OTLP's specification.

/// Whether a span is of work within the program, of a received request, or of a sent one; by the numbers of OTLP.
package enum SpanKind: Int, Sendable {
    case `internal` = 1
    case server
    case client
}

package enum SpanAttribute: Sendable, Hashable {
    case string(String)
    case integer(Int)
}

/// The span in which work runs.
package struct InstrumentationContext: Sendable {
    @TaskLocal static var current = InstrumentationContext.topLevel
    package static let topLevel = InstrumentationContext()
    var traceContext: TraceContext?
}

func nanosecondsSinceEpoch() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

extension SpanTracer {
    /// Runs work in a span.
    package func withSpan<Result>(
        _ name: String, context: InstrumentationContext? = nil, ofKind kind: SpanKind = .internal,
        _ work: (RecordedSpan) async throws -> Result
    ) async rethrows -> Result {
        let span = startSpan(name, context: context ?? .current, ofKind: kind)
        defer { span.end() }
        do {
            return try await InstrumentationContext.$current.withValue(span.context) { try await work(span) }
        } catch {
            span.recordError(error)
            throw error
        }
    }
}
