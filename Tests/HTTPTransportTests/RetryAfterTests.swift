// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport

@Suite struct RetryAfterTests {
    /// The field, and the wait in seconds.
    static let values: [(String?, Int?)] = [
        ("120", 120), ("0", 0), ("99999999999999999999999", 366 * 86_400), (nil, nil), ("", nil), ("-1", nil),
        ("+1", nil), ("1.5", nil), ("soon", nil),
    ]
    /// 2026-01-01T00:00:00Z.
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(arguments: values) func `a wait in seconds is read`(_ text: String?, _ seconds: Int?) {
        var response = TransportResponse(head: HTTPResponse(status: .serviceUnavailable))
        response.head.headerFields[.retryAfter] = text
        #expect(response.retryAfter(now: Self.now) == seconds.map { .seconds($0) })
    }

    /// The field, the server's `Date`, and the wait in seconds.
    static let dates: [(String, String?, Int?)] = [
        ("Thu, 01 Jan 2026 00:02:00 GMT", nil, 120), ("Thursday, 01-Jan-26 00:02:00 GMT", nil, 120),
        ("Thu Jan  1 00:02:00 2026", nil, 120), ("Fri, 31 Dec 1999 23:59:59 GMT", nil, 0),
        ("Thu, 01 Jan 2099 00:00:00 GMT", nil, 366 * 86_400),
        // The server's clock is an hour ahead.
        ("Thu, 01 Jan 2026 01:02:00 GMT", "Thu, 01 Jan 2026 01:00:00 GMT", 120),
        ("Thu, 01 Jan 2026 01:02:00 GMT", "Thursday, 01-Jan-26 01:00:00 GMT", 120),
        // Fifty years ahead is the future; more is the past. RFC 9110 §5.6.7
        ("Wednesday, 01-Jan-76 00:00:00 GMT", nil, 366 * 86_400), ("Saturday, 01-Jan-77 00:00:00 GMT", nil, 0),
        ("Thu, 32 Jan 2026 00:02:00 GMT", nil, nil), ("Thu, 01 Jan 2026 24:00:00 GMT", nil, nil),
        ("Thu, 01 Jan 2026 00:02:00 CET", nil, nil), ("Thursday, 01-Jan-2026 00:02:00 GMT", nil, nil),
        ("Thu Jan  1 00:02:00 26", nil, nil), ("Thu Foo  1 00:02:00 2026", nil, nil),
    ]

    @Test(arguments: dates)
    func `a wait until a date is read, in each form of HTTP`(_ text: String, _ date: String?, _ seconds: Int?) {
        var response = TransportResponse(head: HTTPResponse(status: .tooManyRequests))
        response.head.headerFields[.retryAfter] = text
        response.head.headerFields[.date] = date
        #expect(response.retryAfter(now: Self.now) == seconds.map { .seconds($0) })
    }
}
