// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import SQLiteRecords

/// Dates are texts that sort by time, in the format of files that GRDB wrote.
@Suite struct DateTextTests {
    private static func read(_ text: String) -> Date? { Array(text.utf8).withUnsafeBytes { DateText.date(in: $0) } }

    private static let forms: [(seconds: Double, text: String)] = [
        (0, "1970-01-01 00:00:00.000"), (-0.001, "1969-12-31 23:59:59.999"),
        (951_782_400, "2000-02-29 00:00:00.000"),
        (1_795_857_315.745, "2026-11-28 09:15:15.745"), (4_107_542_399.999, "2100-02-28 23:59:59.999"),
        (4_107_542_400, "2100-03-01 00:00:00.000"), (-62_167_219_200, "0000-01-01 00:00:00.000"),
        (253_402_300_799.999, "9999-12-31 23:59:59.999"), (79_200, "1970-01-01 22:00:00.000"),
    ]

    @Test(arguments: forms) func `a date and its text are the same time`(_ seconds: Double, _ text: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(DateText.text(of: date) == text)
        #expect(Self.read(text).map { DateText.text(of: $0) } == text)
        #expect(abs((Self.read(text) ?? .distantPast).timeIntervalSince(date)) < 0.0005)
    }

    private static let roundings: [(seconds: Double, text: String)] = [
        (0.0004, "1970-01-01 00:00:00.000"), (0.0006, "1970-01-01 00:00:00.001"),
        (0.9996, "1970-01-01 00:00:01.000"),
        (-0.0004, "1970-01-01 00:00:00.000"),
        (253_402_300_800, "9999-12-31 23:59:59.999"), (1e300, "9999-12-31 23:59:59.999"),
        (.infinity, "9999-12-31 23:59:59.999"), (-62_167_219_201, "0000-01-01 00:00:00.000"),
        (-1e300, "0000-01-01 00:00:00.000"), (.nan, "0000-01-01 00:00:00.000"),
    ]

    @Test(arguments: roundings)
    func `a date is rounded to milliseconds, and to the years 0 to 9999`(_ seconds: Double, _ text: String) {
        #expect(DateText.text(of: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func `texts agree with Foundation's calendar on random dates`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var generator = SplitMix64(seed: 7)
        for _ in 0..<2_000 {
            // The years 1600 to 9999, which have one calendar.
            let milliseconds = Int64.random(in: -11_676_096_000_000...253_402_300_799_999, using: &generator)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            let digits = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second].map { $0 ?? -1 }
            let text = DateText.text(of: date)
            #expect(text.prefix(19).split { "- :".contains($0) }.compactMap { Int($0) } == digits)
            #expect(Self.read(text).map { DateText.text(of: $0) } == text)
        }
    }

    private static let others: [(text: String, seconds: Double)] = [
        ("1970-01-02", 86_400), ("1970-01-02 00:00:01", 86_401), ("1970-01-01T00:00:01", 1),
        ("1970-01-01T00:00:01.250", 1.25),
    ]

    @Test(arguments: others) func `shorter forms are read`(_ text: String, _ seconds: Double) {
        #expect(Self.read(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "1970", "1970-01-01 00:00", "1970-01-01 00:00:00.0", "1970-01-01 00:00:00.0000",
        "1970-00-01", "1970-13-01",
        "1970-01-00", "1970-01-32", "1970-02-29", "1900-02-29", "2001-04-31", "1970/01/01",
        "197a-01-01", "+970-01-01",
        "1970-01-01_00:00:00", "1970-01-01 24:00:00", "1970-01-01 00:60:00", "1970-01-01 00:00:60",
        "1970-01-01 00.00:00", "1970-01-01 00:00:00,000", "1970-01-01 00:00:00.00x", "１970-01-1",
    ]) func `malformed dates are rejected`(_ text: String) { #expect(Self.read(text) == nil) }

    @Test(arguments: ["2000-02-29", "2024-02-29", "0000-02-29"]) func `leap days are read`(_ text: String) {
        #expect(Self.read(text).map { DateText.text(of: $0) } == text + " 00:00:00.000")
    }
}
