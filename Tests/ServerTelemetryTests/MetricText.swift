// SPDX-License-Identifier: Apache-2.0

/// A strict reader of the text format, written from its specification: what it takes, Prometheus takes.
struct MetricText {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct Sample {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    private(set) var samples: [Sample] = []
    private(set) var types: [String: String] = [:]
    private(set) var helps: [String: String] = [:]

    init(_ text: String) throws {
        guard text.isEmpty || text.hasSuffix("\n") else { throw Failure(description: "the last line has no end") }
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") {
                let parts = line.dropFirst(7).split(separator: " ")
                guard parts.count == 2, ["counter", "gauge", "histogram"].contains(parts[1]) else {
                    throw Failure(description: "type: \(line)")
                }
                guard types.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
                    throw Failure(description: "two types: \(line)")
                }
            } else if line.hasPrefix("# HELP ") {
                let parts = line.dropFirst(7).split(separator: " ", maxSplits: 1)
                helps[String(parts[0])] = String(parts[1])
            } else {
                samples.append(try Self.sample(String(line)))
            }
        }
        try check()
    }

    private static func sample(_ line: String) throws -> Sample {
        let form =
            #/([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)/#
        guard let match = line.wholeMatch(of: form) else { throw Failure(description: "no sample: \(line)") }
        var labels: [String: String] = [:]
        for pair in (match.2 ?? "").matches(of: #/([a-zA-Z0-9_]+)="((?:[^"\\\n]|\\[\\"n])*)"/#) {
            guard labels.updateValue(String(pair.2), forKey: String(pair.1)) == nil else {
                throw Failure(description: "a label twice: \(line)")
            }
        }
        let number = match.3 == "+Inf" ? Double.infinity : Double(String(match.3))
        guard let number else { throw Failure(description: "no number: \(line)") }
        return Sample(name: String(match.1), labels: labels, value: number)
    }

    /// Each sample has a type and is there once; the buckets of a histogram grow up to its count.
    private func check() throws {
        var seen = Set<String>()
        for sample in samples {
            let key =
                sample.name + sample.labels.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ",")
            guard seen.insert(key).inserted else { throw Failure(description: "twice: \(key)") }
            let family = ["_bucket", "_sum", "_count"].first { suffix in
                sample.name.hasSuffix(suffix) && types[String(sample.name.dropLast(suffix.count))] == "histogram"
            }
            guard types[sample.name] != nil || family != nil else {
                throw Failure(description: "without a type: \(sample.name)")
            }
        }
        for (name, type) in types where type == "histogram" {
            let buckets = Dictionary(grouping: samples.filter { $0.name == name + "_bucket" }) { sample in
                sample.labels.filter { $0.key != "le" }
            }
            for (labels, buckets) in buckets {
                let counts = buckets.map(\.value)
                guard counts == counts.sorted(), buckets.last?.labels["le"] == "+Inf",
                    counts.last == value(name + "_count", labels)
                else { throw Failure(description: "buckets of \(name)") }
            }
        }
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }
}
