// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import Testing

/// Dates in the three formats of HTTP. RFC 9110 §5.6.7
@Suite struct HTTPDateTests {
    private static func date(_ text: String) -> Date { (try? Date(text, strategy: .iso8601)) ?? .distantPast }

    private static let now = date("2026-11-29T12:00:00Z")

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `the RFC's examples are read in each format`(_ text: String) {
        #expect(HTTPDate.parse(text, now: Self.now) == Date(timeIntervalSince1970: 784_111_777))
    }

    #if os(macOS) || os(Linux)
    /// Times from 1970 to 9999, and their texts in each format.
    private static let script = """
        import random
        from datetime import datetime, timezone
        from email.utils import format_datetime
        random.seed(1)
        seconds = [random.randrange(253402300800) for _ in range(1000)]
        seconds += [random.randrange(4102444800) for _ in range(1000)] + [0, 59, 86399, 951782400, 253402300799]
        for second in seconds:
            date = datetime.fromtimestamp(second, timezone.utc)
            texts = format_datetime(date, usegmt=True), date.strftime("%A, %d-%b-%y %H:%M:%S GMT"), date.ctime()
            print(second, *texts, sep="|")
        """

    @Test func `Python writes the same texts, and its other formats are read`() throws {
        let lines = try Python.lines(Self.script)
        #expect(lines.count == 2005)
        for line in lines {
            let parts = line.split(separator: "|").map(String.init)
            let second = try #require(Int64(parts[0]))
            let date = Date(timeIntervalSince1970: TimeInterval(second))
            try #require(HTTPDate.text(second) == parts[1])
            for text in parts[1...] { try #require(HTTPDate.parse(text, now: date) == date, "\(text)") }
        }
    }
    #endif

    @Test(arguments: [
        ("2026-11-29T12:00:00Z", "76", 2076), ("2026-11-29T12:00:00Z", "77", 1977),
        ("2026-11-29T12:00:00Z", "26", 2026), ("2026-11-29T12:00:00Z", "94", 1994),
        ("2050-01-01T00:00:00Z", "99", 2099), ("2050-01-01T00:00:00Z", "00", 2000),
        ("1999-12-31T23:59:59Z", "49", 1949), ("1999-12-31T23:59:59Z", "70", 1970),
    ])
    func `a year of two digits is at most fifty years ahead`(_ now: String, _ digits: String, _ year: Int) {
        let parsed = HTTPDate.parse("Sunday, 06-Nov-\(digits) 08:49:37 GMT", now: Self.date(now))
        // Nothing was sent before 1970.
        #expect(parsed == (year < 1970 ? nil : Self.date("\(year)-11-06T08:49:37Z")))
    }

    @Test func `a leap second is read`() {
        let date = HTTPDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", now: Self.now)
        #expect(date == Self.date("2017-01-01T00:00:00Z"))
    }

    @Test(arguments: [
        "", "soon", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49:-1 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nie 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
        "Sun, 06 Nov 10000 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 CET",
        "Sunday, 06-Nov 08:49:37 GMT", "Sun, 06 Nov 1994 08:zz:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 +8:49:37 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
        "Sun 06 Nov 1994 08:49:37 GMT", "Sol, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Thu, 31 Feb 1994 08:49:37 GMT", "Wed, 29 Feb 2023 08:49:37 GMT", "Sunday, 31-Feb-94 08:49:37 GMT",
        "Sun Nov 31 08:49:37 1994", "Sun Nov 6 08:49:37 1994", "Sun, 06 Nov 1994 ٠٨:49:37 GMT",
        "Sunday, 06-Nov--4 08:49:37 GMT", "Sunday, 06-Nov-+4 08:49:37 GMT", "Sun Nov  6 08:49:37",
        "Sun Nov  6 08:49:37 1994 GMT", "Sun, 06 \u{301}ov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 G\u{301}T",
    ])
    func `rejects text that is not a date`(_ text: String) {
        #expect(HTTPDate.parse(text, now: Self.now) == nil)
    }
}

#if os(macOS) || os(Linux)
import Foundation
import Testing

/// Python's standard library, which judges what ours reads and writes.
enum Python {
    /// What a script prints, a line each.
    static func lines(_ script: String) throws -> [String] {
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script]
        let output = Pipe()
        (python.standardInput, python.standardOutput) = (FileHandle.nullDevice, output)
        try python.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        python.waitUntilExit()
        try #require(python.terminationStatus == 0)
        return text.split(separator: "\n").map(String.init)
    }
}
#endif
