// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// A date of HTTP: written in one format, and read in each of the three that a recipient must accept.
///
/// RFC 9110 §5.6.7
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// The text of a time in seconds since 1970, for years of four digits: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ second: Int64) -> String {
        let (calendar, date) = (calendar, Date(timeIntervalSince1970: TimeInterval(second)))
        func number(_ component: Calendar.Component, digits: Int = 2) -> String {
            let text = String(calendar.component(component, from: date))
            return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
        }
        let weekday = weekdays[calendar.component(.weekday, from: date) - 1]
        let month = months[calendar.component(.month, from: date) - 1]
        let clock = "\(number(.hour)):\(number(.minute)):\(number(.second))"
        return "\(weekday), \(number(.day)) \(month) \(number(.year, digits: 4)) \(clock) GMT"
    }

    /// Parses a date.
    ///
    /// - Parameters:
    ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`; or one of the obsolete forms, `Sunday, 06-Nov-94 08:49:37 GMT` and
    ///     `Sun Nov  6 08:49:37 1994`.
    ///   - now: The current time, which decides the century of a year with two digits.
    /// - Returns: The time; `nil` for a text that is not a date.
    package static func parse(_ text: String, now: Date) -> Date? {
        let words = text.split(separator: " ").map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT":
            return date(day: words[1], month: words[2], year: Int(words[3]), clock: words[4])
        case 4 where words[3] == "GMT":
            let parts = words[1].split(separator: "-").map(String.init)
            guard parts.count == 3, parts[2].count == 2 else { return nil }
            return date(day: parts[0], month: parts[1], year: Int(parts[2]).map { year($0, now: now) }, clock: words[2])
        case 5:
            return date(day: words[2], month: words[1], year: Int(words[4]), clock: words[3])
        default: return nil
        }
    }

    /// A year more than fifty years ahead means the latest past year with the same digits.
    private static func year(_ digits: Int, now: Date) -> Int {
        let current = calendar.component(.year, from: now)
        let year = current - current % 100 + digits
        return year > current + 50 ? year - 100 : year
    }

    private static func date(day: String, month: String, year: Int?, clock: String) -> Date? {
        let clock = clock.split(separator: ":").compactMap { Int($0) }
        guard let day = Int(day), (1...31).contains(day), let month = months.firstIndex(of: month),
            let year, (1970...9999).contains(year), clock.count == 3, (0...23).contains(clock[0]),
            (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        return calendar.date(
            from: DateComponents(
                year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2]))
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
