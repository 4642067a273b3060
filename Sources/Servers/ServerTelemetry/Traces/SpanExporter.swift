// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import JSONWebSignatures
package import PortableFoundation
package import ProgramLifecycle
import Synchronization

/// Sends finished spans to a collector in batches, as OTLP/JSON over HTTP.
///
/// Its queue is bounded: if the collector does not respond, spans are dropped and counted, and no request is affected.
package final class SpanExporter: Service, Sendable {
    package static let capacity = 2048
    package static let batch = 512

    private let collector: URL
    private let service: String
    private let transport: any Transport
    private let interval: Duration
    private let logger: Log
    private let dropped: CounterSeries
    private let waiting = Mutex<[FinishedSpan]>([])

    /// Appends `/v1/traces` to the collector's URL; the transport must not create spans itself.
    package init(
        to collector: URL, naming service: String, over transport: any Transport,
        every interval: Duration = .seconds(2),
        counting metrics: PrometheusMetrics, logger: Log
    ) {
        self.collector = collector.appending(path: "v1/traces")
        (self.service, self.transport, self.interval, self.logger) = (service, transport, interval, logger)
        dropped = metrics.counter("traces_dropped_total")
    }

    func add(_ span: FinishedSpan) {
        let isKept = waiting.withLock { spans in
            guard spans.count < Self.capacity else { return false }
            spans.append(span)
            return true
        }
        if !isKept { dropped.increment() }
    }

    package func run(until end: Ending) async {
        await end.cancelling { [self] in
            var isFailing = false
            while (try? await Task.sleep(for: interval)) != nil {
                guard let isTaken = await sendAll() else { continue }
                let fails = !isTaken
                if fails != isFailing {
                    isFailing = fails
                    logger.log(
                        level: fails ? .warning : .notice,
                        fails
                            ? "the trace collector does not accept spans"
                            : "the trace collector accepts spans again",
                        metadata: ["collector": "\(collector.absoluteString)"])
                }
            }
        }
        _ = await sendAll()
    }

    /// Sends the waiting spans; `false` if the collector did not accept a batch, `nil` if none waited.
    package func sendAll() async -> Bool? {
        var isTaken: Bool?
        while true {
            let spans = waiting.withLock { spans in
                defer { spans.removeFirst(min(spans.count, Self.batch)) }
                return Array(spans.prefix(Self.batch))
            }
            guard !spans.isEmpty else { return isTaken }
            switch await send(spans) {
            case .taken:
                isTaken = true
                continue
            case .refused: dropped.increment(by: Int64(spans.count))
            case .busy: keep(spans)
            }
            return false
        }
    }

    private enum Outcome {
        case taken, refused, busy
    }

    private func send(_ spans: [FinishedSpan]) async -> Outcome {
        var request = HTTPRequest(url: collector)
        request.method = .post
        request.headerFields[.contentType] = "application/json"
        guard let response = try? await transport.send(request, body: Data(content(of: spans).text.utf8)) else {
            return .busy
        }
        switch response.status.code {
        case 200..<300: return .taken
        // OTLP/HTTP, "Failures": the client may retry after these.
        case 429, 502, 503, 504: return .busy
        default: return .refused
        }
    }

    private func keep(_ spans: [FinishedSpan]) {
        let lost = waiting.withLock { waiting in
            let room = max(0, Self.capacity - waiting.count)
            waiting.insert(contentsOf: spans.suffix(room), at: 0)
            return spans.count - min(room, spans.count)
        }
        if lost > 0 { dropped.increment(by: Int64(lost)) }
    }

    /// OpenTelemetry Protocol, "JSON Protobuf Encoding": IDs are hexadecimal, and 64-bit numbers are strings.
    private func content(of spans: [FinishedSpan]) -> JSONValue {
        let scope: JSONValue = .object([
            "scope": .object(["name": "tessera"]), "spans": .array(spans.map(\.json)),
        ])
        let resource: JSONValue = .object(["attributes": [SpanAttribute.string(service).json("service.name")]])
        return .object(["resourceSpans": [.object(["resource": resource, "scopeSpans": [scope]])]])
    }
}

extension FinishedSpan {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "traceId": .string(trace.traceID), "spanId": .string(trace.spanID), "name": .string(name),
            "kind": .integer(kind.rawValue), "startTimeUnixNano": .string("\(start)"),
            "endTimeUnixNano": .string("\(end)"),
            "attributes": .array(attributes.sorted { $0.key < $1.key }.map { $0.value.json($0.key) }),
            // 0 unset, 2 error.
            "status": .object(["code": .integer(hasFailed ? 2 : 0)]),
        ]
        members["parentSpanId"] = parent.map(JSONValue.string)
        members["traceState"] = trace.state.map(JSONValue.string)
        return .object(members)
    }
}

extension SpanAttribute {
    fileprivate func json(_ key: String) -> JSONValue {
        let value: JSONValue =
            switch self {
            case .string(let text): .object(["stringValue": .string(text)])
            case .integer(let number): .object(["intValue": .string(String(number))])
            }
        return .object(["key": .string(key), "value": value])
    }
}
