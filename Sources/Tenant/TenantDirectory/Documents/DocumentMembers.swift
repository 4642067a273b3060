// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
package import PortableFoundation

package struct DocumentMembers {
    package enum Audience: Sendable {
        /// A tenant file: with the hashes of secrets, and without default values.
        case file
        /// A client of the API: with all values, but without hashes of secrets.
        case program
    }

    package let audience: Audience
    package private(set) var values: [String: JSONValue] = [:]

    package init(for audience: Audience) { self.audience = audience }

    package var object: JSONValue { .object(values) }

    package mutating func add(_ name: String, _ value: JSONValue, ordinarily ordinary: JSONValue = .null) {
        if audience == .file, value == ordinary { return }
        values[name] = value
    }

    package mutating func add(_ name: String, _ text: String?, ordinarily ordinary: String? = nil) {
        add(name, text.map(JSONValue.string) ?? .null, ordinarily: ordinary.map(JSONValue.string) ?? .null)
    }

    package mutating func add(_ name: String, _ flag: Bool, ordinarily ordinary: Bool) {
        add(name, .boolean(flag), ordinarily: .boolean(ordinary))
    }

    package mutating func add(_ name: String, _ texts: [String]) {
        add(name, .array(texts.map(JSONValue.string)), ordinarily: .array([]))
    }

    package mutating func add(_ name: String, _ elements: [JSONValue]) {
        add(name, .array(elements), ordinarily: .array([]))
    }

    package mutating func add(_ name: String, _ date: Date?) { add(name, date.map(DocumentDate.text)) }

    package mutating func add(_ name: String, _ fill: (inout DocumentMembers) -> Void) {
        var inner = DocumentMembers(for: audience)
        fill(&inner)
        add(name, inner.object, ordinarily: .object([:]))
    }

    package mutating func addHash(_ name: String, _ hash: String?) {
        if audience == .file { add(name, hash) }
    }
}

/// A time in a document. RFC 3339 §5.6
package struct DocumentDate {
    package let date: Date

    /// Strict: Foundation's style turns 30 February into 2 March, and 24:00:01 into the next day.
    package init?(_ text: String) {
        let pattern =
            #/(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+\-])(\d\d):(\d\d))/#
        guard let match = text.wholeMatch(of: pattern.asciiOnlyDigits()) else { return nil }
        func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
        let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
        let (zoneHour, zoneMinute) = (number(match.9), number(match.10))
        var components = DateComponents(year: number(match.1), month: number(match.2), day: number(match.3))
        components.calendar = Self.calendar
        guard components.isValidDate, let day = components.date, hour < 24, minute < 60, second <= 60,
            zoneHour < 24, zoneMinute < 60
        else { return nil }
        let offset = (zoneHour * 60 + zoneMinute) * (match.8 == "-" ? -60 : 60)
        let whole = day.timeIntervalSince1970 + Double(hour * 3600 + minute * 60 + second - offset)
        let milliseconds = Double("0.\(match.7?.prefix(3) ?? "0")") ?? 0
        date = Date(timeIntervalSince1970: whole + milliseconds)
    }

    static func text(_ date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let isWhole = milliseconds.remainder(dividingBy: 1000) == 0
        // The format style truncates, and most binary fractions lie a little below their decimal value.
        let date = Date(timeIntervalSince1970: (milliseconds + (isWhole ? 0 : 0.5)) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
