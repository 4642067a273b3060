// SPDX-License-Identifier: Apache-2.0
internal import PortableFoundation

/// Dates in columns: `2026-11-28 09:15:15.745` in UTC, so that texts sort by time.
enum DateText {
    /// The years 0 to 9999, which the format can express, in milliseconds since 1970.
    private static let range: ClosedRange<Double> = -62_167_219_200_000...253_402_300_799_999
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Rounds to milliseconds, and clamps to the years 0 to 9999.
    static func text(of date: Date) -> String {
        let exact = (date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down)
        let milliseconds = Int64(exact.isNaN ? range.lowerBound : min(max(exact, range.lowerBound), range.upperBound))
        var (day, time) = milliseconds.quotientAndRemainder(dividingBy: millisecondsPerDay)
        if time < 0 {
            day -= 1
            time += millisecondsPerDay
        }
        let date = CivilDate(day: day)
        return String(unsafeUninitializedCapacity: 23) { bytes in
            func write(_ number: Int64, from start: Int, digits: Int, before separator: Character? = nil) {
                var remaining = number
                for index in (start..<start + digits).reversed() {
                    bytes[index] = UInt8(ascii: "0") + UInt8(remaining % 10)
                    remaining /= 10
                }
                if let byte = separator?.asciiValue { bytes[start + digits] = byte }
            }
            write(date.year, from: 0, digits: 4, before: "-")
            write(date.month, from: 5, digits: 2, before: "-")
            write(date.dayOfMonth, from: 8, digits: 2, before: " ")
            write(time / 3_600_000, from: 11, digits: 2, before: ":")
            write(time / 60_000 % 60, from: 14, digits: 2, before: ":")
            write(time / 1000 % 60, from: 17, digits: 2, before: ".")
            write(time % 1000, from: 20, digits: 3)
            return 23
        }
    }

    /// Also accepts no milliseconds or no time, and a `T` before the time.
    static func date(in bytes: UnsafeRawBufferPointer) -> Date? {
        func number(from start: Int, digits: Int, upTo most: Int64) -> Int64? {
            var number: Int64 = 0
            for byte in bytes[start..<start + digits] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return number <= most ? number : nil
        }
        func has(_ separator: Unicode.Scalar, at index: Int) -> Bool { bytes[index] == UInt8(ascii: separator) }

        guard [10, 19, 23].contains(bytes.count), has("-", at: 4), has("-", at: 7),
            let year = number(from: 0, digits: 4, upTo: 9999), let month = number(from: 5, digits: 2, upTo: 12),
            let dayOfMonth = number(from: 8, digits: 2, upTo: 31),
            let date = CivilDate(year: year, month: month, dayOfMonth: dayOfMonth)
        else { return nil }
        var seconds = date.day * 86_400
        var milliseconds: Int64 = 0
        if bytes.count > 10 {
            guard has(" ", at: 10) || has("T", at: 10), has(":", at: 13), has(":", at: 16),
                let hour = number(from: 11, digits: 2, upTo: 23), let minute = number(from: 14, digits: 2, upTo: 59),
                let second = number(from: 17, digits: 2, upTo: 59)
            else { return nil }
            seconds += hour * 3600 + minute * 60 + second
        }
        if bytes.count > 19 {
            guard has(".", at: 19), let fraction = number(from: 20, digits: 3, upTo: 999) else { return nil }
            milliseconds = fraction
        }
        // From the reference date, as in Foundation's calendar, so that equal texts give bit-identical dates.
        return Date(
            timeIntervalSinceReferenceDate: Double(seconds) - Date.timeIntervalBetween1970AndReferenceDate
                + Double(milliseconds) / 1000)
    }
}

/// The arithmetic is Howard Hinnant's (https://howardhinnant.github.io/date_algorithms.html): eras of 400 years, whose
/// years begin in March, so that the leap day is a year's last one.
private struct CivilDate {
    let year: Int64
    let month: Int64
    let dayOfMonth: Int64
    /// The days since 1970-01-01.
    let day: Int64

    private static let daysPerEra: Int64 = 146_097
    /// The days from 0000-03-01 to 1970-01-01.
    private static let epoch: Int64 = 719_468

    init(day: Int64) {
        let shifted = day + Self.epoch
        let era = (shifted >= 0 ? shifted : shifted - (Self.daysPerEra - 1)) / Self.daysPerEra
        let dayOfEra = shifted - era * Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        self.day = day
        dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    init?(year: Int64, month: Int64, dayOfMonth: Int64) {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + dayOfMonth - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(day: era * Self.daysPerEra + dayOfEra - Self.epoch)
        guard self.month == month, self.dayOfMonth == dayOfMonth else { return nil }
    }
}
