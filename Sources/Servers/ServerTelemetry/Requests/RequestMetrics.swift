// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import Synchronization

/// The metrics of a server's requests: durations by route and status class, requests in flight, refusals by code.
package final class RequestMetrics: Sendable {
    /// The route of a request that no route matched, or that a rule refused before.
    static let noRoute = "none"

    static func route(_ path: String?) -> String { path ?? noRoute }

    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    /// The requests that wait for their response.
    let active: GaugeSeries
    private let factory: PrometheusMetrics
    private let timers = Mutex<[Key: HistogramSeries]>([:])
    private let refusals = Mutex<[String: CounterSeries]>([:])

    package init(_ factory: PrometheusMetrics) {
        self.factory = factory
        active = factory.gauge("http_server_active_requests")
    }

    func record(
        _ method: HTTPRequest.Method, route: String?, _ status: HTTPResponse.Status, _ duration: Duration
    ) {
        // Methods that no route has are one series: clients choose them.
        let key = Key(
            method: Self.methods.contains(method.rawValue) ? method.rawValue : "other", route: Self.route(route),
            status: status.code / 100)
        let timer = timers.withLock { timers in
            if let known = timers[key] { return known }
            let made = factory.timer(
                "http_server_request_duration_seconds",
                [("method", key.method), ("route", key.route), ("status", "\(key.status)xx")])
            timers[key] = made
            return made
        }
        timer.recordNanoseconds(duration.nanoseconds)
    }

    /// Counts a refusal; give it to the server's `RefusalLog`.
    package func refused(by rule: String) {
        refusals.withLock { refusals in
            if let known = refusals[rule] { return known }
            let made = factory.counter("http_server_refusals_total", [("code", rule)])
            // The rules of one program are few, but a name may hold more than the rule.
            if refusals.count < PrometheusMetrics.mostSeries { refusals[rule] = made }
            return made
        }.increment()
    }

    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
}

extension Duration {
    /// Whole nanoseconds; a duration of more than centuries is the longest.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product + attoseconds / 1_000_000_000
    }
}
