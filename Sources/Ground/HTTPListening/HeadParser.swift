// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import HTTPMessages

enum Byte {
    /// A token's characters (RFC 9110 §5.6.2), as two masks: no table, so nothing to load.
    @inline(__always) static func isToken(_ c: UInt8) -> Bool {
        let low: UInt64 = 0x3ff_6cfa_0000_0000
        let high: UInt64 = 0x57ff_ffff_c7ff_fffe
        return c < 128 && ((c < 64 ? low >> UInt64(c) : high >> UInt64(c & 63)) & 1) == 1
    }
    @inline(__always) static func isValue(_ c: UInt8) -> Bool { (c >= 0x20 && c != 0x7f) || c == 9 }
}

/// The head of a request, line by line; without input or output of its own.
package struct HeadParser: Sendable {
    package enum Result: Sendable {
        case more
        case head(ReceivedHead)
        case refused(Int)
    }
    private let limits: Limits
    private var head = ReceivedHead()
    private var hasLine = false, led = false, used = 0, scanned = 0
    private var hosts = 0, codings = 0, length: UInt64?
    package init(_ limits: Limits) { self.limits = limits }
    /// Whether a byte of this request has come.
    package var hasBegun: Bool { hasLine || scanned > 0 }

    /// Takes the complete lines from the input. Remembers how far it looked: bytes that come one by one cost no second scan.
    package mutating func take(_ input: inout Input) -> Result {
        while input.count > scanned {
            if !hasLine, scanned == 0 {
                let first = input.bytes[input.start]
                guard Byte.isToken(first) || (first == 13 && !led) else { return .refused(400) }
            }
            let from = input.start + scanned
            let found = input.bytes.withUnsafeBytes {
                // The region is [from, count): inside the array's bounds, since input.count > scanned.
                $0.baseAddress.map { ct_find($0 + from, input.bytes.count - from, 10) } ?? -1
            }
            guard found >= 0 else {
                scanned = input.count
                if !hasLine, scanned > limits.target + 64 { return .refused(414) }
                return used + scanned > limits.head ? .refused(431) : .more
            }
            let end = scanned + found  // of the line, at its LF
            used += end + 1
            scanned = 0
            guard used <= limits.head else { return .refused(hasLine ? 431 : 414) }
            guard end > 0, input.bytes[input.start + end - 1] == 13 else { return .refused(400) }  // a bare LF
            let line = input.start..<(input.start + end - 1)
            if line.isEmpty {
                input.drop(2)
                if hasLine { return finish() }
                guard !led else { return .refused(400) }
                led = true  // one empty line may come first (RFC 9112 §2.2)
                continue
            }
            let refusal = hasLine ? field(input.bytes, line) : requestLine(input.bytes, line)
            hasLine = true
            if let refusal { return .refused(refusal) }
            input.drop(end + 1)
        }
        return .more
    }

    private mutating func requestLine(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
        let b = bytes.span
        var at = line.lowerBound
        while at < line.upperBound, Byte.isToken(b[at]) { at += 1 }
        guard at > line.lowerBound, at - line.lowerBound <= 32, at < line.upperBound, b[at] == 0x20 else { return 400 }
        let method = line.lowerBound..<at
        let begin = at + 1
        at = begin
        while at < line.upperBound, b[at] > 0x20, b[at] < 0x7f { at += 1 }
        guard at - begin <= limits.target else { return 414 }
        guard at > begin, at < line.upperBound, b[at] == 0x20 else { return 400 }
        let target = begin..<at
        let v = at + 1
        guard line.upperBound - v == 8, b[v] == 0x48, b[v + 1] == 0x54, b[v + 2] == 0x54, b[v + 3] == 0x50,
            b[v + 4] == 0x2f,
            b[v + 5] &- 0x30 < 10, b[v + 6] == 0x2e, b[v + 7] &- 0x30 < 10
        else { return 400 }
        guard b[v + 5] == 0x31, b[v + 7] <= 0x31 else { return 505 }
        guard let verb = HTTPRequest.Method(bytes, method) else { return 400 }
        head.request.method = verb
        head.minor = Int(b[v + 7] - 0x30)
        head.closes = head.minor == 0
        if b[begin] == 0x2f {
            head.request.path = bytes.text(target)
            return nil
        }
        let text = bytes.text(target)
        if text == "*" {
            head.request.path = text
            return verb == .options ? nil : 400
        }
        return absolute(text)
    }

    /// An absolute target beats the `Host` field. RFC 9112 §3.2.2
    private mutating func absolute(_ target: String) -> Int? {
        for scheme in ["http", "https"] {
            let begin = "\(scheme)://"
            guard target.utf8.count > begin.utf8.count, String(target.prefix(begin.utf8.count)).isSame(begin) else {
                continue
            }
            let rest = target.dropFirst(begin.utf8.count)
            let authority = rest.prefix { !"/?#".contains($0) }
            let path = rest[authority.endIndex...]
            (head.request.scheme, head.request.authority) = (scheme, String(authority))
            head.request.path = path.first == "/" ? String(path) : "/\(path)"
            return nil
        }
        return 400
    }

    /// A field's name and value in a line without its end; `nil`: malformed. Trailers use it too.
    @inline(__always) static func split(_ b: Span<UInt8>, _ line: Range<Int>) -> (name: Range<Int>, value: Range<Int>)?
    {
        var at = line.lowerBound
        while at < line.upperBound, Byte.isToken(b[at]) { at += 1 }
        guard at > line.lowerBound, at < line.upperBound, b[at] == 0x3a else { return nil }
        let name = line.lowerBound..<at
        var (from, to) = (at + 1, line.upperBound)
        while from < to, b[from] == 0x20 || b[from] == 9 { from += 1 }
        while to > from, b[to - 1] == 0x20 || b[to - 1] == 9 { to -= 1 }
        for i in from..<to where !Byte.isValue(b[i]) { return nil }
        return (name, from..<to)
    }

    private mutating func field(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
        guard head.request.headerFields.count + hosts < limits.fields else { return 431 }
        guard let (n, v) = Self.split(bytes.span, line) else { return 400 }
        let name = HTTPField.Name(bytes, n)
        let value = bytes.text(v)
        if n.count == 4, name == .host {
            hosts += 1
            if hosts > 1 { return 400 }
            if head.request.authority == nil { head.request.authority = value }
            return nil
        }
        if head.request.headerFields.isEmpty { head.request.headerFields.reserveCapacity(12) }
        let field = HTTPField(name: name, validValue: value)
        head.request.headerFields.append(field)
        switch n.count {
        case 6 where name == .expect:
            guard value.isSame("100-continue") else { return 417 }
            head.expects = true
        case 10 where name == .connection:
            if value.isSame("keep-alive") { break }
            for token in value.split(separator: ",") where token.trimmed().isSame("close") { head.closes = true }
        case 14 where name == .contentLength:
            guard length == nil, (1...18).contains(v.count) else { return 400 }
            var number: UInt64 = 0
            for c in value.utf8 {
                guard c &- 0x30 < 10 else { return 400 }
                number = number * 10 + UInt64(c - 0x30)
            }
            length = number
        case 17 where name == .transferEncoding:
            codings += 1
            if codings > 1 { return 400 }
            // A list, or a control character, is malformed for us; another coding is not implemented.
            guard value.isSame("chunked") else { return value.utf8.contains(0x2c) ? 400 : 501 }
        default: break
        }
        return nil
    }

    private mutating func finish() -> Result {
        guard head.minor == 1 ? hosts == 1 : hosts <= 1 else { return .refused(400) }
        if codings > 0 {
            guard length == nil, head.minor == 1 else { return .refused(400) }
            head.framing = .chunked
        } else if let length, length > 0 {
            head.framing = .length(length)
        }
        if head.framing == .none { head.expects = false }
        return .head(head)
    }
}

extension Substring {
    fileprivate func trimmed() -> String {
        let rest = drop { $0 == " " || $0 == "\t" }
        return String(
            rest.prefix(
                rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest.distance(from: rest.startIndex, to: $0) + 1 } ?? 0
            ))
    }
}
extension [UInt8] {
    func text(_ range: Range<Int>) -> String {
        // The slice checks the range; the pointer ends with the call.
        withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }
}

extension String {
    /// ASCII without case.
    func isSame(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        for (a, b) in zip(utf8, other.utf8) where a != b {
            let letter: UInt8 = (a | 0x20) &- 0x61
            if a ^ b != 0x20 || letter > 25 { return false }
        }
        return true
    }
}
extension HTTPField.Name {
    /// A name of a line; the usual ones, as the registry writes them, cost no allocation.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self = bytes.withUnsafeBytes { HTTPField.Name(checkedToken: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}
extension HTTPRequest.Method {
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        let b = bytes.span
        let first = range.lowerBound
        switch (range.count, b[first], range.count > 1 ? b[first + 1] : 0) {
        case (3, 0x47, 0x45) where b[first + 2] == 0x54: self = .get
        case (4, 0x50, 0x4f) where b[first + 2] == 0x53 && b[first + 3] == 0x54: self = .post
        default:
            guard let method = HTTPRequest.Method(bytes.text(range)) else { return nil }
            self = method
        }
    }
}
