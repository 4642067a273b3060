// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing

package final class RequestMetrics: Sendable {
    /// No route matched the request, or a rule refused it earlier.
    static let noRoute = "none"

    static func route(_ path: String?) -> String { path ?? noRoute }

    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    let active: GaugeSeries
    private let timers: KeptSeries<Key, HistogramSeries>
    /// The rules are few, but a name can contain more than the rule.
    private let refusals: KeptSeries<String, CounterSeries>

    package init(_ factory: PrometheusMetrics) {
        active = factory.gauge("http_server_active_requests")
        timers = KeptSeries { key in
            factory.timer(
                "http_server_request_duration_seconds",
                [("method", key.method), ("route", key.route), ("status", "\(key.status)xx")])
        }
        refusals = KeptSeries { factory.counter("http_server_refusals_total", [("code", $0)]) }
    }

    func record(
        _ method: HTTPRequest.Method, route: String?, _ status: HTTPResponse.Status, _ duration: Duration
    ) {
        // Other methods share one series, because clients choose them.
        let method = Self.methods.contains(method.rawValue) ? method.rawValue : "other"
        timers[Key(method: method, route: Self.route(route), status: status.code / 100)].record(duration)
    }

    package func refused(by rule: String) { refusals[rule].increment() }

    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
}
