// SPDX-License-Identifier: Apache-2.0

/// Spans in the JSON of OTLP.
///
/// OpenTelemetry Protocol, "JSON Protobuf Encoding": ids are hexadecimal, and 64-bit numbers are texts.
struct ExportedSpans: Encodable {
    let resourceSpans: [ResourceSpans]

    init(_ spans: [FinishedSpan], of service: String) {
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: [Attribute(key: "service.name", value: .string(service))]),
                scopeSpans: [ScopeSpans(scope: Scope(name: "tessera"), spans: spans.map(ExportedSpan.init))])
        ]
    }

    struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }
    struct Resource: Encodable {
        let attributes: [Attribute]
    }
    struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [ExportedSpan]
    }
    struct Scope: Encodable {
        let name: String
    }

    struct Attribute: Encodable {
        let key: String
        let value: SpanAttribute
    }
}

extension SpanAttribute: Encodable {
    private enum Key: String, CodingKey {
        case stringValue, intValue
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .string(let text): try container.encode(text, forKey: .stringValue)
        case .integer(let number): try container.encode(String(number), forKey: .intValue)
        }
    }
}

/// One span in the JSON of OTLP.
struct ExportedSpan: Encodable {
    let traceId: String
    let spanId: String
    let parentSpanId: String?
    let traceState: String?
    let name: String
    let kind: Int
    let startTimeUnixNano: String
    let endTimeUnixNano: String
    let attributes: [ExportedSpans.Attribute]
    let status: Status

    struct Status: Encodable {
        /// 0 unset, 2 error.
        let code: Int
    }

    init(_ span: FinishedSpan) {
        (traceId, spanId, parentSpanId) = (span.trace.traceID, span.trace.spanID, span.parent)
        (traceState, name) = (span.trace.state, span.name)
        kind = span.kind.rawValue
        (startTimeUnixNano, endTimeUnixNano) = ("\(span.start)", "\(span.end)")
        attributes = span.attributes.map { .init(key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }
        status = Status(code: span.hasFailed ? 2 : 0)
    }
}
