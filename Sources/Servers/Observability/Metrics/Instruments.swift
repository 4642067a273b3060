// SPDX-License-Identifier: Apache-2.0

// Oracle: `MetricText` of the tests, a strict reader of Prometheus' text format, written from its specification.

/// A count that only grows.
package struct Counter: Sendable {
    private let series: CounterSeries

    /// The counter of a name and labels.
    package init(label: String, dimensions: [(String, String)] = [], factory: PrometheusMetrics) {
        series = factory.counter(label, dimensions)
    }

    /// Adds to it.
    package func increment(by amount: Int = 1) { series.increment(by: Int64(amount)) }
}

/// A value that rises and falls.
package struct Meter: Sendable {
    private let series: GaugeSeries

    /// The gauge of a name and labels.
    package init(label: String, dimensions: [(String, String)] = [], factory: PrometheusMetrics) {
        series = factory.gauge(label, dimensions)
    }

    /// Sets it.
    package func set(_ value: Double) { series.set(value) }
    /// Sets it.
    package func set(_ value: Int) { series.set(Double(value)) }
    /// Adds to it.
    package func increment(by amount: Double = 1) { series.increment(by: amount) }
    /// Takes from it.
    package func decrement(by amount: Double = 1) { series.decrement(by: amount) }
}

/// Times, sorted into buckets.
package struct Timer: Sendable {
    private let series: HistogramSeries

    /// The histogram of a name and labels.
    package init(label: String, dimensions: [(String, String)] = [], factory: PrometheusMetrics) {
        series = factory.timer(label, dimensions)
    }

    /// Adds a time.
    package func recordNanoseconds(_ nanoseconds: Int64) { series.recordNanoseconds(nanoseconds) }
}
