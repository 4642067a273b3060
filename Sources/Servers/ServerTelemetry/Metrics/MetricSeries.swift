// SPDX-License-Identifier: Apache-2.0

import Synchronization

// Oracle: `MetricText` of the tests, a strict reader of Prometheus' text format, written from its specification.

protocol MetricSeries: Sendable {
    func write(_ name: String, _ labels: MetricLabels, to text: inout String)
}

struct AtomicDouble: ~Copyable, Sendable {
    private let bits = Atomic<UInt64>(0)

    var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

    func add(_ amount: Double) {
        var old = bits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + amount).bitPattern
            let (exchanged, original) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
            if exchanged { return }
            old = original
        }
    }
}

package final class CounterSeries: MetricSeries {
    private let count = Atomic<Int64>(0)

    package func increment(by amount: Int64 = 1) { count.wrappingAdd(amount, ordering: .relaxed) }

    func write(_ name: String, _ labels: MetricLabels, to text: inout String) {
        text += "\(name)\(labels.text()) \(count.load(ordering: .relaxed))\n"
    }
}

package final class GaugeSeries: MetricSeries {
    private let value = AtomicDouble()

    package func set(_ value: Double) { self.value.set(value) }
    package func increment(by amount: Double = 1) { value.add(amount) }
    package func decrement(by amount: Double = 1) { value.add(-amount) }

    func write(_ name: String, _ labels: MetricLabels, to text: inout String) {
        text += "\(name)\(labels.text()) \(value.value.prometheusText)\n"
    }
}

/// Values in fixed buckets; a timer's are in seconds.
package final class HistogramSeries: MetricSeries {
    private final class Bucket: Sendable {
        let count = Atomic<UInt64>(0)
    }

    /// The upper bounds of a timer's buckets: from a cached token to a provider that does not respond.
    static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let bounds: [Double]
    private let buckets: [Bucket]
    private let sum = AtomicDouble()

    init(bounds: [Double]) {
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Bucket() }
    }

    package func record(_ duration: Duration) { record(duration / .seconds(1)) }

    func record(_ value: Double) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        buckets[index].count.wrappingAdd(1, ordering: .relaxed)
        sum.add(value)
    }

    func write(_ name: String, _ labels: MetricLabels, to text: inout String) {
        var count: UInt64 = 0
        for (bucket, bound) in zip(buckets, bounds.map(\.prometheusText) + ["+Inf"]) {
            count += bucket.count.load(ordering: .relaxed)
            text += "\(name)_bucket\(labels.text(adding: ("le", bound))) \(count)\n"
        }
        text += "\(name)_sum\(labels.text()) \(sum.value.prometheusText)\n"
        text += "\(name)_count\(labels.text()) \(count)\n"
    }
}

/// The series of one metric by key, each created once: creation needs a lock.
package final class KeptSeries<Key: Hashable & Sendable, Series: Sendable>: Sendable {
    private let series = Mutex<[Key: Series]>([:])
    private let make: @Sendable (Key) -> Series

    package init(_ make: @escaping @Sendable (Key) -> Series) { self.make = make }

    /// Beyond a metric's limit, the series is not cached.
    package subscript(_ key: Key) -> Series {
        series.withLock { series in
            if let known = series[key] { return known }
            let made = make(key)
            if series.count < PrometheusMetrics.mostSeries { series[key] = made }
            return made
        }
    }
}

extension Double {
    var prometheusText: String {
        if isNaN { return "NaN" }
        if isInfinite { return self > 0 ? "+Inf" : "-Inf" }
        return self == rounded() && abs(self) < 1e15 ? String(Int64(self)) : String(self)
    }
}

/// The labels of a series, as valid names and values. Prometheus, "Text-based format"
struct MetricLabels: Sendable, Hashable {
    private let names: [String]
    private let values: [String]

    init(_ dimensions: [(String, String)]) {
        let sorted = dimensions.sorted { $0.0 < $1.0 }
        names = sorted.map { Self.name($0.0) }
        values = sorted.map { String($0.1.prefix(Self.longestValue)) }
    }

    private init(names: [String]) {
        self.names = names
        values = names.map { _ in "other" }
    }

    var other: MetricLabels { MetricLabels(names: names) }

    func text(adding last: (name: String, value: String)? = nil) -> String {
        var parts = zip(names, values).map { "\($0)=\"\(Self.escaped($1))\"" }
        if let last { parts.append("\(last.name)=\"\(last.value)\"") }
        return parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}"
    }

    private static let longestValue = 120

    static func name(_ text: String) -> String {
        let name = String(text.unicodeScalars.map { isAllowed($0) ? Character($0) : "_" })
        return name.first?.isNumber == false ? name : "_" + name
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
    }

    private static func escaped(_ value: String) -> String {
        // By scalars: a combining mark must not hide the quote before it.
        value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case "\r": text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
