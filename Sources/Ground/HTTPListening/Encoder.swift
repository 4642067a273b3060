// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import HTTPMessages
import Synchronization

/// The bytes of a response. Content-Length, Date, Connection and Transfer-Encoding are the engine's own.
struct Encoder: Sendable {
    private static let date = Mutex<(second: Int32, text: [UInt8])>((-1, []))
    private static func now() -> [UInt8] {
        let second = ct_second()
        return date.withLock { date in
            if date.second != second {
                date.text = [UInt8](unsafeUninitializedCapacity: 29) { buffer, n in
                    // The buffer holds at least the 29 bytes that the call writes.
                    if let base = buffer.baseAddress {
                        date.second = base.withMemoryRebound(to: CChar.self, capacity: 29) { ct_date($0) }
                        n = 29
                    }
                }
            }
            return date.text
        }
    }

    static func asks(toClose answer: Answer) -> Bool {
        answer.head.headerFields.contains { $0.name == .connection && $0.value.isSame("close") }
    }

    /// A field breaks no framing: `HTTPField` holds no control character in a name or a value.
    static func encode(_ answer: Answer, for head: ReceivedHead?, closing: Bool) -> [UInt8] {
        let status = answer.head.status
        let bare = status == .noContent || status == .notModified
        let isHead = head?.request.method == .head
        var out: [UInt8] = []
        out.reserveCapacity(256 + answer.head.headerFields.count * 64 + answer.body.count)
        out += "HTTP/1.1 ".utf8
        out.append(decimal: status.code)
        out.append(0x20)
        out += status.reasonPhrase.utf8
        out += "\r\nDate: ".utf8
        out += now()
        var length = answer.body.count
        for field in answer.head.headerFields {
            let name = field.name.rawName
            switch name.utf8.count {
            case 4 where field.name == .date, 10 where field.name == .connection,
                17 where field.name == .transferEncoding:
                continue
            case 14 where field.name == .contentLength:
                // A HEAD answer may know its length without its bytes.
                if isHead, answer.body.isEmpty, let n = Int(field.value), n >= 0 { length = n }
                continue
            default: break
            }
            out.append(13)
            out.append(10)
            out += name.utf8
            out.append(0x3a)
            out.append(0x20)
            out += field.value.utf8
        }
        if !bare {
            out += "\r\nContent-Length: ".utf8
            out.append(decimal: length)
        }
        if closing { out += "\r\nConnection: close".utf8 }
        out += "\r\n\r\n".utf8
        if !bare, !isHead { out += answer.body }
        return out
    }
}
extension [UInt8] {
    fileprivate mutating func append(decimal n: Int) {
        if n >= 10 { append(decimal: n / 10) }
        append(UInt8(0x30 + n % 10))
    }
}
