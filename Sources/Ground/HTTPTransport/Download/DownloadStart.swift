// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import PortableFoundation

package struct DownloadStart: Sendable, Hashable {
    /// The ``HTTPRequest/noteAddress`` of the file.
    package let address: String
    /// A strong entity tag, or a date; the server sends the rest only if the file still has it.
    package let validator: String
    package let length: Int64

    package init(address: String, validator: String, length: Int64) {
        self.address = address
        self.validator = validator
        self.length = length
    }

    /// The value by which the server recognizes the file of a response; `nil` without a strong one.
    ///
    /// RFC 9110 §8.8.2.2, §8.8.3, §13.1.5
    package static func validator(of response: HTTPResponse) -> String? {
        let fields = response.headerFields
        guard (fields[.contentEncoding] ?? "identity").lowercased() == "identity" else { return nil }
        if let tag = fields[.eTag] { return tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 1 ? tag : nil }
        // A file that changed within the second of the response would keep its date.
        guard let text = fields[.lastModified], let changed = HTTPDate.parse(text, now: nil),
            let sent = fields[.date].flatMap({ HTTPDate.parse($0, now: nil) }),
            sent.timeIntervalSince(changed) >= 1
        else { return nil }
        return text
    }

    func request(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headerFields[.range] = "bytes=\(length)-"
        request.headerFields[.ifRange] = validator
        return request
    }
}

/// The meaning of a response for a download. RFC 9110 §14, §15.3.7, §15.5.17
package enum DownloadAnswer: Sendable, Hashable {
    case whole
    case rest(total: Int64?)
    case complete
    case startAgain
    case refusal

    package init(_ response: HTTPResponse, after start: DownloadStart?) {
        let range = response.headerFields[.contentRange].flatMap { ContentRange($0) }
        let tag = response.headerFields[.eTag]
        switch (response.status.code, start) {
        case (206, nil): self = .refusal
        case (206, let start?):
            guard let range, let part = range.part, part.lowerBound == start.length,
                range.total.map({ part.upperBound + 1 == $0 }) ?? true,
                !start.validator.hasPrefix("\"") || tag == nil || tag == start.validator
            else {
                self = .startAgain
                return
            }
            self = .rest(total: range.total)
        case (416, let start?):
            let isSame =
                range?.part == nil && range?.total == start.length && (tag ?? start.validator) == start.validator
            self = isSame ? .complete : .startAgain
        case (200..<300, _): self = .whole
        default: self = .refusal
        }
    }
}
