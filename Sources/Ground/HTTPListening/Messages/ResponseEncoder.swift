// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import HTTPMessages
import Synchronization

/// Encodes responses as HTTP/1.1.
///
/// `Content-Length`, `Date`, `Connection`, and `Transfer-Encoding` are the engine's own: those of the handler are
/// omitted, so no handler can break the framing. RFC 9110 §8.6, RFC 9112 §6.
enum ResponseEncoder {
    /// Replaces informational statuses, which another response would follow, and codes below 100 by 500.
    ///
    /// `head` is `nil` for malformed bytes.
    static func encode(_ answer: Answer, for head: ReceivedHead?, closing: Bool) -> [UInt8] {
        guard answer.head.status.code >= 200 else {
            return encode(Answer(HTTPResponse(status: .internalServerError)), for: head, closing: closing)
        }
        let isHead = head?.request.method == .head
        let content = Self.content(of: answer)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + answer.head.headerFields.count * 64 + answer.body.count)
        bytes += "HTTP/1.1 ".utf8
        bytes.append(decimal: answer.head.status.code)
        bytes.append(ASCII.space)
        bytes.append(text: answer.head.status.reasonPhrase)
        bytes += "\r\nDate: ".utf8
        bytes += CurrentDate.text
        for field in answer.head.headerFields.fields where !isFraming(field.name) { bytes.append(field) }
        var length = content?.count
        // The response to HEAD may announce the length of content that the handler did not create.
        if isHead, answer.body.isEmpty, length != nil, let known = answer.head.headerFields[.contentLength] {
            length = Int(known).map { max($0, 0) } ?? 0
        }
        if let length {
            bytes += "\r\nContent-Length: ".utf8
            bytes.append(decimal: length)
        }
        if closing { bytes += "\r\nConnection: close".utf8 }
        bytes += "\r\n\r\n".utf8
        if let content, !isHead { bytes += content }
        return bytes
    }

    /// `nil` if the status forbids even a length. RFC 9110 §15.3.5, §15.3.6, §15.4.5
    private static func content(of answer: Answer) -> [UInt8]? {
        switch answer.head.status.code {
        case 204, 304: nil
        case 205: []
        default: answer.body
        }
    }

    private static func isFraming(_ name: HTTPField.Name) -> Bool {
        name == .date || name == .connection || name == .contentLength || name == .transferEncoding
    }
}

extension [UInt8] {
    /// Neither `HTTPField` nor the phrase of a status has a control character, so each stays on its line.
    fileprivate mutating func append(_ field: HTTPField) {
        append(ASCII.carriageReturn)
        append(ASCII.lineFeed)
        append(text: field.name.rawName)
        append(ASCII.colon)
        append(ASCII.space)
        append(text: field.value)
    }

    /// Appends contiguous memory, which takes half the time of the text's UTF-8 view.
    fileprivate mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    fileprivate mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(ASCII.zero + UInt8(number % 10))
    }
}

enum CurrentDate {
    private static let latest = Mutex<(second: Int64, text: [UInt8])>((.min, []))

    static var text: [UInt8] {
        let second = ct_time()
        return latest.withLock { latest in
            if latest.second != second { latest = (second, Array(HTTPDate.text(second).utf8)) }
            return latest.text
        }
    }
}
