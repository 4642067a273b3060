// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// Numbers and dates as in Unicode's CLDR, because Foundation's formats would link ICU on Linux.
extension Language {
    /// Formats a number with the separators of the language.
    public func formatted(_ number: Int) -> String {
        let digits = String(number.magnitude)
        let (separator, ungrouped) = grouping
        guard digits.count > ungrouped else { return String(number) }
        let start = digits.count % 3
        let groups =
            [String(digits.prefix(start))]
            + stride(from: start, to: digits.count, by: 3).map {
                String(digits.dropFirst($0).prefix(3))
            }
        return (number < 0 ? "-" : "") + groups.filter { !$0.isEmpty }.joined(separator: separator)
    }

    /// Uses this machine's time zone, or `offset` seconds east of Greenwich.
    func dayAndTime(_ date: Date, secondsFromGMT offset: Int? = nil) -> String {
        // Another program may have written the date, and the conversion to an integer traps beyond its range.
        let date = min(max(date, .distantPast), .distantFuture)
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down)) + time_t(offset ?? 0)
        var local = tm()
        _ = offset == nil ? localtime_r(&seconds, &local) : gmtime_r(&seconds, &local)
        let (day, month, year) = (local.tm_mday, months[Int(local.tm_mon)], local.tm_year + 1900)
        let time = "\(local.tm_hour):\(local.tm_min < 10 ? "0" : "")\(local.tm_min)"
        return switch self {
        // British, with the day first as in the other languages.
        case .english: "\(day) \(month) \(year) at \(time)"
        case .spanish: "\(day) de \(month) de \(year), \(time)"
        case .italian: "\(day) \(month) \(year) alle ore \(time)"
        case .german: "\(day). \(month) \(year) um \(time)"
        case .russian: "\(day) \(month) \(year)\u{202F}г. в \(time)"
        }
    }

    /// The separator, and the number of digits that need none.
    private var grouping: (separator: String, ungrouped: Int) {
        switch self {
        case .english: (",", 3)
        case .spanish, .italian: (".", 4)
        case .german: (".", 3)
        case .russian: ("\u{A0}", 3)
        }
    }

    /// The months in the form that follows a day.
    private var months: [Substring] {
        let names =
            switch self {
            case .english: "January February March April May June July August September October November December"
            case .spanish: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
            case .italian:
                "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
            case .german: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
            case .russian: "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
            }
        return names.split(separator: " ")
    }
}
