// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import TenantDirectory

/// Times that users write into files, requests, and options (RFC 3339).
@Suite struct DocumentDateTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:00:00Z", 1_709_208_000), ("2000-02-29T00:00:00Z", 951_782_400),
        ("2026-01-31T08:00:00.123Z", 1_769_846_400.123), ("2026-01-31t09:30:00+01:30", 1_769_846_400),
        ("2016-12-31T23:59:60Z", 1_483_228_800), ("1969-12-31T23:59:59Z", -1),
    ])
    func `reads times`(_ text: String, _ seconds: Double) {
        #expect(DocumentDate(text)?.date.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T24:00:01Z", "2026-01-01T25:00:00Z", "2026-01-01T23:60:00Z",
        "2026-01-01T23:59:61Z", "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00",
        "2026-01-01", "2026-1-1T0:0:0Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00Zulu", " 2026-01-01T00:00:00Z", "",
    ])
    func `rejects times that do not exist, and other forms`(_ text: String) { #expect(DocumentDate(text) == nil) }
}
