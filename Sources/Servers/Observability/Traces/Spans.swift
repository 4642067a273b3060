// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Whether a span is of a received request, of a sent one, or of work within the program.
package enum SpanKind: Sendable, Hashable { case `internal`, server, client, producer, consumer }

/// How the work of a span ended.
package struct SpanStatus: Sendable, Hashable {
    package enum Code: Sendable, Hashable { case ok, error }
    package let code: Code
    package init(code: Code) { self.code = code }
}

/// A fact about a span.
package enum SpanAttribute: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    case string(String)
    case integer(Int64)
    case boolean(Bool)
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral number: Int64) { self = .integer(number) }
    package init(booleanLiteral flag: Bool) { self = .boolean(flag) }
}

/// The facts about a span, by the names of OpenTelemetry.
package struct SpanAttributes: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private(set) var values: [String: SpanAttribute]
    package init(dictionaryLiteral elements: (String, SpanAttribute)...) { values = Dictionary(elements) { $1 } }
    package subscript(name: String) -> SpanAttribute? {
        get { values[name] }
        set { values[name] = newValue }
    }
    package subscript(name: String) -> String? {
        get { if case .string(let text) = values[name] { text } else { nil } }
        set { values[name] = newValue.map { .string($0) } }
    }
    package subscript(name: String) -> Int? {
        get { if case .integer(let number) = values[name] { Int(number) } else { nil } }
        set { values[name] = newValue.map { .integer(Int64($0)) } }
    }
    package subscript(name: String) -> Bool? {
        get { if case .boolean(let flag) = values[name] { flag } else { nil } }
        set { values[name] = newValue.map { .boolean($0) } }
    }
}

/// The span in which work runs.
package struct InstrumentationContext: Sendable {
    @TaskLocal static var current = InstrumentationContext.topLevel
    /// No span.
    package static let topLevel = InstrumentationContext()
    var traceContext: TraceContext?
}

/// Nanoseconds since 1970.
func nanosecondsSinceEpoch() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

extension SpanTracer {
    /// Runs work in a span.
    package func withSpan<Result>(
        _ name: String, context: InstrumentationContext? = nil, ofKind kind: SpanKind = .internal,
        _ work: (RecordedSpan) throws -> Result
    ) rethrows -> Result {
        let span = startSpan(name, context: context ?? .current, ofKind: kind)
        defer { span.end() }
        do {
            return try InstrumentationContext.$current.withValue(span.context) { try work(span) }
        } catch {
            span.recordError(error)
            throw error
        }
    }

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
