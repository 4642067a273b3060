// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import Testing

/// RFC 9110 §14.4.
@Suite struct ContentRangeTests {
    /// The first three are examples of §14.4.
    static let values: [(String, ClosedRange<Int64>?, Int64?)] = [
        ("bytes 42-1233/1234", 42...1233, 1234), ("bytes 42-1233/*", 42...1233, nil), ("bytes */1234", nil, 1234),
        ("bytes 0-0/1", 0...0, 1), ("BYTES 0-0/1", 0...0, 1),
        ("bytes 0-999999999999999998/999999999999999999", 0...999_999_999_999_999_998, 999_999_999_999_999_999),
    ]

    @Test(arguments: values.indices) func `a range is read`(_ row: Int) throws {
        let (text, part, total) = Self.values[row]
        let range = try #require(ContentRange(text))
        #expect(range.part == part && range.total == total)
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes */*", "bytes 0-0", "bytes 0-1/1", "bytes 2-1/3", "bytes -1/3", "bytes 1-/3",
        "bytes 0-0/", "bytes /3", "bytes 0-0/+3", "bytes 0-0/3 ", " bytes 0-0/3", "bytes  0-0/3", "bytes=0-0/3",
        "items 0-0/3", "bytes 0-0/3/4", "bytes 0-0-0/3", "bytes 0x0-0/3", "bytes ٣-٤/5",
        "bytes 0-0/1000000000000000000", "bytes 0-1000000000000000000/*", "bytes 1 - 2/3", "bytes 1-2,3-4/5",
    ]) func `any other value is refused`(_ text: String) { #expect(ContentRange(text) == nil) }

    private static let start = DownloadStart(address: "https://a.example/f", validator: "\"v1\"", length: 100)
    private static let dated = DownloadStart(
        address: "https://a.example/f", validator: "Sun, 06 Nov 1994 08:49:37 GMT", length: 100)

    static let answers: [(Int, HTTPFields, DownloadStart?, DownloadAnswer)] = [
        (200, [:], nil, .whole), (203, [:], nil, .whole), (204, [:], nil, .whole), (206, [:], nil, .refusal),
        (206, [.contentRange: "bytes 0-9/10"], nil, .refusal), (304, [:], nil, .refusal), (404, [:], nil, .refusal),
        (416, [.contentRange: "bytes */0"], nil, .refusal),
        (200, [.eTag: "\"v2\""], start, .whole), (200, [.eTag: "\"v1\""], start, .whole), (401, [:], start, .refusal),
        (206, [.contentRange: "bytes 100-199/200", .eTag: "\"v1\""], start, .rest(total: 200)),
        (206, [.contentRange: "bytes 100-199/200"], start, .rest(total: 200)),
        (206, [.contentRange: "bytes 100-199/*"], start, .rest(total: nil)),
        (206, [.contentRange: "bytes 100-199/200", .eTag: "\"any\""], dated, .rest(total: 200)),
        (206, [.contentRange: "bytes 100-199/200", .eTag: "\"v2\""], start, .startAgain),
        (206, [.contentRange: "bytes 100-199/200", .eTag: "W/\"v1\""], start, .startAgain),
        (206, [.contentRange: "bytes 99-199/200"], start, .startAgain),
        (206, [.contentRange: "bytes 101-199/200"], start, .startAgain),
        (206, [.contentRange: "bytes 0-199/200"], start, .startAgain),
        (206, [.contentRange: "bytes 100-198/200"], start, .startAgain),
        (206, [.contentRange: "bytes */200"], start, .startAgain), (206, [:], start, .startAgain),
        (206, [.contentRange: "what"], start, .startAgain),
        (416, [.contentRange: "bytes */100"], start, .complete),
        (416, [.contentRange: "bytes */100", .eTag: "\"v1\""], start, .complete),
        (416, [.contentRange: "bytes */100", .eTag: "\"v2\""], start, .startAgain),
        (416, [.contentRange: "bytes */99"], start, .startAgain),
        (416, [.contentRange: "bytes */101"], start, .startAgain),
        (416, [.contentRange: "bytes 0-99/100"], start, .startAgain), (416, [:], start, .startAgain),
    ]

    @Test(arguments: answers.indices) func `a response is partial, complete, or unusable`(_ row: Int) {
        let (status, fields, start, expected) = Self.answers[row]
        let response = HTTPResponse(status: .init(code: status), headerFields: fields)
        #expect(DownloadAnswer(response, after: start) == expected, "\(status) \(fields)")
    }

    private static let sunday = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let validators: [(HTTPFields, String?)] = [
        ([.eTag: "\"v1\""], "\"v1\""), ([.eTag: "\"\""], "\"\""), ([.eTag: "W/\"v1\""], nil), ([.eTag: "v1"], nil),
        ([.eTag: "\""], nil), ([:], nil), ([.lastModified: sunday], nil),
        ([.lastModified: sunday, .date: sunday], nil),
        ([.lastModified: sunday, .date: "Sun, 06 Nov 1994 08:49:38 GMT"], sunday),
        ([.lastModified: "yesterday", .date: sunday], nil),
        // An entity tag, even a weak one, has priority over a date.
        ([.eTag: "W/\"v1\"", .lastModified: sunday, .date: "Mon, 07 Nov 1994 08:49:37 GMT"], nil),
        ([.eTag: "\"v1\"", .contentEncoding: "gzip"], nil),
        ([.eTag: "\"v1\"", .contentEncoding: "identity"], "\"v1\""),
    ]

    @Test(arguments: validators.indices) func `only an exact validator lets a download resume`(_ row: Int) {
        let (fields, validator) = Self.validators[row]
        #expect(DownloadStart.validator(of: HTTPResponse(status: .ok, headerFields: fields)) == validator, "\(fields)")
    }
}
