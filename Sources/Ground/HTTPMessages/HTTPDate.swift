// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// A date of HTTP: written in one format, and read in each of the three that a recipient must accept.
///
/// Oracle: Python writes the same texts, and those of the obsolete formats. RFC 9110 §5.6.7
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// The text of a time in seconds since 1970, for years of four digits: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ second: Int64) -> String {
        let time = parts(of: time_t(second))
        func twoDigits(_ number: Int32) -> Substring { String(number + 100).dropFirst() }
        let day = "\(weekdays[Int(time.tm_wday)]), \(twoDigits(time.tm_mday)) \(months[Int(time.tm_mon)])"
        let clock = "\(twoDigits(time.tm_hour)):\(twoDigits(time.tm_min)):\(twoDigits(time.tm_sec))"
        return "\(day) \(time.tm_year + 1900) \(clock) GMT"
    }

    /// Also parses the obsolete forms `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    ///
    /// `now` decides the century of a year with two digits; `nil` refuses such a year.
    package static func parse(_ text: String, now: Date?) -> Date? {
        guard weekdays.contains(String(text.prefix(3))) else { return nil }
        let words = text.split { " ,-".contains($0) }
        // `0` for a digit, `a` for a letter, and any other byte itself.
        let form = text.utf8.map { byte in
            (0x30...0x39).contains(byte) ? 0x30 : (0x41...0x5A).contains(byte & 0xDF) ? 0x61 : byte
        }
        switch String(decoding: form.drop { $0 == 0x61 }, as: UTF8.self) {
        // Some servers leave out the zero of a day.
        case ", 00 aaa 0000 00:00:00 aaa" where words[5] == "GMT", ", 0 aaa 0000 00:00:00 aaa" where words[5] == "GMT":
            return date(day: words[1], month: words[2], year: Int(words[3]), clock: words[4])
        case ", 00-aaa-00 00:00:00 aaa" where words[5] == "GMT":
            return date(day: words[1], month: words[2], year: now.flatMap { year(words[3], now: $0) }, clock: words[4])
        case " aaa 00 00:00:00 0000", " aaa  0 00:00:00 0000":
            return date(day: words[2], month: words[1], year: Int(words[4]), clock: words[3])
        default: return nil
        }
    }

    /// A year more than fifty years ahead means the latest past year with the same digits.
    private static func year(_ digits: Substring, now: Date) -> Int? {
        let current = Int(parts(of: time_t(now.timeIntervalSince1970)).tm_year) + 1900
        let year = Int(digits).map { current - current % 100 + $0 }
        return year.map { $0 > current + 50 ? $0 - 100 : $0 }
    }

    private static func date(day: Substring, month: Substring, year: Int?, clock: Substring) -> Date? {
        let clock = clock.split(separator: ":").compactMap { Int($0) }
        guard let day = Int32(day), let month = months.firstIndex(of: String(month)), let year, year >= 1970,
            clock[0] <= 23, clock[1] <= 59, clock[2] <= 60
        else { return nil }
        var midnight = tm()
        (midnight.tm_mday, midnight.tm_mon, midnight.tm_year) = (day, Int32(month), Int32(year - 1900))
        let seconds = timegm(&midnight) + clock[0] * 3600 + clock[1] * 60 + clock[2]
        // `timegm` changes 31 February to a day in March.
        return midnight.tm_mday == day ? Date(timeIntervalSince1970: TimeInterval(seconds)) : nil
    }

    private static func parts(of second: time_t) -> tm {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        return parts
    }
}
