// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Collects the metrics of a program, and writes them in the text format of Prometheus.
///
/// Recording takes no lock: each series is a few atomics. Making a metric takes one, so callers keep what they make.
/// Each name has a bounded number of series; further ones are counted together, with `other` in each label.
package final class PrometheusMetrics: Sendable {
    /// A value that is read when the metrics are asked for.
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

    /// Adds a source of values that exist elsewhere, such as the connections of a pool.
    ///
    /// - Parameter read: Called for each text; it must not wait. A name that ends in `_total` is a counter.
    package func onScrape(_ read: @escaping @Sendable () -> [Reading]) {
        content.withLock { $0.sources.append(read) }
    }

    /// A counter; the same name and labels are the same counter.
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
                // A name has one kind; the first one counts, and what another kind records is lost.
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
