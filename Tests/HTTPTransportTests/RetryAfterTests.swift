// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import HTTPTypes
import Testing

@Suite struct RetryAfterTests {
    /// What the server writes, and the wait in seconds.
    static let values: [(String?, Int?)] = [
        ("120", 120), ("0", 0), ("99999999999999999999999", 366 * 86_400), (nil, nil), ("", nil), ("-1", nil),
        ("+1", nil), ("1.5", nil), ("soon", nil), ("Fri, 31 Dec 1999 23:59:59 GMT", nil),
    ]

    @Test(arguments: values) func `a wait in seconds is read`(_ text: String?, _ seconds: Int?) {
        var response = TransportResponse(head: HTTPResponse(status: .serviceUnavailable))
        response.head.headerFields[.retryAfter] = text
        #expect(response.retryAfter == seconds.map { .seconds($0) })
    }
}
