// SPDX-License-Identifier: Apache-2.0

/// The labels of a series, with names and values that the text format allows.
///
/// Prometheus, "Text-based format"
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

    /// The same names with the value for all series beyond the limit.
    var other: MetricLabels { MetricLabels(names: names) }

    /// The labels in braces; empty for none.
    func text(adding last: (name: String, value: String)? = nil) -> String {
        var parts = zip(names, values).map { "\($0)=\"\(Self.escaped($1))\"" }
        if let last { parts.append("\(last.name)=\"\(last.value)\"") }
        return parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}"
    }

    private static let longestValue = 120

    /// A name of letters, digits and underscores; other characters become underscores.
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
