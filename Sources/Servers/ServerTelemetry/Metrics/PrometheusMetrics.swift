// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects the metrics of a program, and writes them in the text format of Prometheus.
///
/// Recording takes no lock: each series consists of atomics. Creating a metric takes one, so callers keep it. Each name
/// has a limited number of series; further ones are counted together, with `other` in each label.
package final class PrometheusMetrics: Sendable {
    package struct Reading: Sendable {
        let name: String
        let labels: [(String, String)]
        let value: Double

        package init(_ name: String, _ labels: [(String, String)] = [], _ value: Double) {
            (self.name, self.labels, self.value) = (name, labels, value)
        }
    }

    package static let mostSeries = 200
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private enum Kind: String {
        case counter, gauge, histogram
    }

    private struct Family {
        let kind: Kind
        var series: [MetricLabels: any MetricSeries] = [:]
    }

    private struct Content {
        var families: [String: Family] = [:]
        var sources: [@Sendable () -> [Reading]] = []
    }

    private let content = Mutex(Content())

    package init() {}

    /// `read` is called at each scrape, and must not block; a name that ends in `_total` is a counter.
    package func onScrape(_ read: @escaping @Sendable () -> [Reading]) {
        content.withLock { $0.sources.append(read) }
    }

    package func counter(_ label: String, _ dimensions: [(String, String)] = []) -> CounterSeries {
        series(Self.name(label, endingIn: "_total"), dimensions, .counter, CounterSeries.init)
    }

    package func gauge(_ label: String, _ dimensions: [(String, String)] = []) -> GaugeSeries {
        series(MetricLabels.name(label), dimensions, .gauge, GaugeSeries.init)
    }

    package func timer(_ label: String, _ dimensions: [(String, String)] = []) -> HistogramSeries {
        series(Self.name(label, endingIn: "_seconds"), dimensions, .histogram) {
            HistogramSeries(bounds: HistogramSeries.seconds)
        }
    }

    private static func name(_ label: String, endingIn suffix: String) -> String {
        let name = MetricLabels.name(label)
        return name.hasSuffix(suffix) ? name : name + suffix
    }

    private func series<Series: MetricSeries>(
        _ name: String, _ dimensions: [(String, String)], _ kind: Kind, _ make: () -> Series
    ) -> Series {
        let labels = MetricLabels(dimensions)
        return content.withLock { content in
            var family = content.families[name] ?? Family(kind: kind)
            let isFull = family.series.count >= Self.mostSeries && family.series[labels] == nil
            let key = isFull ? labels.other : labels
            if let known = family.series[key] {
                // A name has the kind of its first use; values recorded under another kind are lost.
                return known as? Series ?? make()
            }
            let made = make()
            guard family.kind == kind else { return made }
            family.series[key] = made
            content.families[name] = family
            return made
        }
    }

    package func text() -> String {
        let (families, sources) = content.withLock { ($0.families, $0.sources) }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            Self.writeHead(name, family.kind, to: &text)
            for (labels, series) in family.series.sorted(by: { $0.key.text() < $1.key.text() }) {
                series.write(name, labels, to: &text)
            }
        }
        let readings = Dictionary(grouping: sources.flatMap { $0() }, by: \.name)
        for (name, readings) in readings.sorted(by: { $0.key < $1.key }) where families[name] == nil {
            Self.writeHead(name, name.hasSuffix("_total") ? .counter : .gauge, to: &text)
            for reading in readings {
                text += "\(name)\(MetricLabels(reading.labels).text()) \(reading.value.prometheusText)\n"
            }
        }
        return text
    }

    private static func writeHead(_ name: String, _ kind: Kind, to text: inout String) {
        if let meaning = MetricMeaning.all[name] { text += "# HELP \(name) \(meaning)\n" }
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }
}

package enum MetricMeaning {
    package static let all = [
        "http_server_request_duration_seconds":
            "Time from a request's head to its response, by route and status class.",
        "http_server_active_requests": "Requests that wait for their response.",
        "http_server_refusals_total": "Requests that a rule rejected, by the code of the rule.",
        "http_client_request_duration_seconds": "Time of requests to other servers, such as providers, by host.",
        "task_store_duration_seconds": "Time of operations of the task store, by operation and outcome.",
        "database_connections_open": "Open connections to the database.",
        "database_statements_in_flight": "Statements that wait for the database.",
        "database_statements_waiting": "Statements that wait for a connection.",
        "traces_dropped_total": "Spans that did not reach the collector.",
        "process_cpu_seconds_total": "User and system time of the process.",
        "process_resident_memory_bytes": "Resident memory of the process.",
        "process_virtual_memory_bytes": "Virtual memory of the process.",
        "process_open_fds": "Open file descriptors of the process.",
        "process_max_fds": "The maximum number of open file descriptors.",
        "process_start_time_seconds": "Start of the process, in seconds since 1970.",
        "service_ready": "1 if the service can serve, as /readyz says; 0 otherwise.",
    ]
}
