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
        let value: Value
    }

    enum Value: Encodable {
        case string(String)
        case integer(Int64)
        case boolean(Bool)

        private enum Key: String, CodingKey {
            case stringValue, intValue, boolValue
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .string(let text): try container.encode(text, forKey: .stringValue)
            case .integer(let number): try container.encode(String(number), forKey: .intValue)
            case .boolean(let flag): try container.encode(flag, forKey: .boolValue)
            }
        }

        init(_ attribute: SpanAttribute) {
            switch attribute {
            case .string(let text): self = .string(text)
            case .integer(let number): self = .integer(number)
            case .boolean(let flag): self = .boolean(flag)
            }
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
        /// 0 unset, 1 ok, 2 error.
        let code: Int
    }

    init(_ span: FinishedSpan) {
        (traceId, spanId, parentSpanId) = (span.trace.traceID, span.trace.spanID, span.parent)
        (traceState, name) = (span.trace.state, span.name)
        kind = Self.number(of: span.kind)
        (startTimeUnixNano, endTimeUnixNano) = ("\(span.start)", "\(span.end)")
        attributes = span.attributes.values.map { .init(key: $0, value: .init($1)) }.sorted { $0.key < $1.key }
        status = Status(code: span.status.map { $0.code == .error ? 2 : 1 } ?? 0)
    }

    private static func number(of kind: SpanKind) -> Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
