// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport

/// RFC 9111.
@Suite struct FreshnessTests {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let rows: [(HTTPFields, Int?)] = [
        ([:], nil), ([.cacheControl: "public"], nil), ([.age: "60"], nil),
        ([.cacheControl: "max-age=3600"], 3600), ([.cacheControl: "Private , Max-Age=3600"], 3600),
        ([.cacheControl: #"max-age="3600""#], 3600), ([.cacheControl: "max-age=3600", .age: "600"], 3000),
        // The first of several ages counts; invalid ones are ignored. RFC 9111 §5.1
        ([.cacheControl: "max-age=3600", .age: "600", .age: "1"], 3000),
        ([.cacheControl: "max-age=3600", .age: "600, 1"], 3000), ([.cacheControl: "max-age=3600", .age: "x"], 3600),
        ([.cacheControl: "max-age=3600", .age: "3601"], 0), ([.cacheControl: "max-age=0"], 0),
        ([.cacheControl: "max-age=60, max-age=30"], 30),
        ([.cacheControl: "max-age=99999999999999999999"], 366 * 86_400),
        ([.cacheControl: "max-age"], 0), ([.cacheControl: "max-age=soon"], 0), ([.cacheControl: "max-age=-1"], 0),
        ([.cacheControl: "=no-store, max-age=60"], 60),
        ([.cacheControl: "max-age=3600, no-store"], 0), ([.cacheControl: "no-cache"], 0),
        // An unclosed quote hides nothing.
        ([.cacheControl: #"a="b, no-store"#], 0), ([.cacheControl: #"a="b, no-store""#], nil),
        ([.cacheControl: "max-age=3600", .expires: "0"], 3600),
        ([.date: date, .expires: "Sun, 06 Nov 1994 09:49:37 GMT"], 3600),
        ([.date: date, .expires: "Mon, 07 Nov 1994 08:49:37 GMT", .age: "400"], 86_000),
        ([.date: date, .expires: "Sun, 06 Nov 1994 08:49:36 GMT"], 0),
        ([.date: date, .expires: "0"], 0), ([.date: date, .expires: "-1"], 0),
        ([.date: date, .expires: "Sun, 06 Xxx 1994 09:49:37 GMT"], 0),
        ([.date: date, .expires: "Sunday, 06-Nov-94 09:49:37 GMT"], 3600),
        ([.date: date, .expires: "Sun Nov  6 09:49:37 1994"], 3600),
        ([.date: date, .expires: "Sun Nov  6 09:49:37"], 0),
        ([.date: date, .expires: "Sun, 06 Nov 1994 25:49:37 GMT"], 0),
        ([.expires: "Sun, 06 Nov 1994 09:49:37 GMT"], 0),
        ([.date: date, .expires: "Sun, 06 Nov 2094 08:49:37 GMT"], 366 * 86_400),
    ]

    @Test(arguments: rows.indices) func `a response says how long it may be kept`(_ row: Int) {
        let (fields, seconds) = Self.rows[row]
        let response = TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields))
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(response.freshness(now: now) == seconds.map { .seconds($0) }, "\(fields)")
    }
}
