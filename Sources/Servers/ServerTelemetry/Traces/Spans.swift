// SPDX-License-Identifier: Apache-2.0

import HTTPServing
import PortableFoundation
import Synchronization

// Oracle: `SpanExporterTests`, which decode the exported JSON by the names and types of OTLP's specification.

/// The numbers are those of OTLP.
package enum SpanKind: Int, Sendable {
    case `internal` = 1
    case server
    case client
}

package enum SpanAttribute: Sendable, Hashable {
    case string(String)
    case integer(Int)
}

/// Creates spans for an exporter; a trace that its caller does not record is propagated, but not recorded here either.
package struct SpanTracer: Sendable {
    @TaskLocal private static var current: TraceContext?
    private let exporter: SpanExporter

    package init(exportingTo exporter: SpanExporter) { self.exporter = exporter }

    /// Runs work in a child of the current task's span; without one, it starts a trace.
    package func withSpan<Result>(
        _ name: String, ofKind kind: SpanKind = .internal, _ work: (RecordedSpan) async throws -> Result
    ) async rethrows -> Result {
        try await withSpan(name, below: Self.current, ofKind: kind, work)
    }

    package func withSpan<Result>(
        _ name: String, below parent: TraceContext?, ofKind kind: SpanKind = .internal,
        _ work: (RecordedSpan) async throws -> Result
    ) async rethrows -> Result {
        let trace = TraceContext(
            traceID: parent?.traceID ?? Self.randomDigits(words: 2), spanID: Self.randomDigits(words: 1),
            isSampled: parent?.isSampled ?? true, state: parent?.state)
        let span = RecordedSpan(
            FinishedSpan(trace: trace, parent: parent?.spanID, name: name, kind: kind, start: Self.now()))
        defer { if trace.isSampled { exporter.add(span.finished(at: Self.now())) } }
        do {
            return try await Self.$current.withValue(trace) { try await work(span) }
        } catch {
            // The error's text can contain names or addresses.
            span.attributes["error.type"] = .string("\(type(of: error))")
            span.recordFailure()
            throw error
        }
    }

    /// Nanoseconds since 1970.
    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    private static func randomDigits(words: Int) -> String {
        (0..<words).map { _ in
            // Zero is an invalid ID.
            let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

package final class RecordedSpan: Sendable {
    package let trace: TraceContext
    private let content: Mutex<FinishedSpan>

    fileprivate init(_ content: FinishedSpan) {
        trace = content.trace
        self.content = Mutex(content)
    }

    package var operationName: String {
        get { content.withLock { $0.name } }
        set { content.withLock { $0.name = newValue } }
    }

    /// By the names of OpenTelemetry.
    package var attributes: [String: SpanAttribute] {
        get { content.withLock { $0.attributes } }
        set { content.withLock { $0.attributes = newValue } }
    }

    package func recordFailure() { content.withLock { $0.hasFailed = true } }

    fileprivate func finished(at end: UInt64) -> FinishedSpan {
        content.withLock { span in
            span.end = end
            return span
        }
    }
}

struct FinishedSpan: Sendable {
    let trace: TraceContext
    let parent: String?
    var name: String
    let kind: SpanKind
    let start: UInt64
    var end: UInt64 = 0
    var attributes: [String: SpanAttribute] = [:]
    var hasFailed = false
}
