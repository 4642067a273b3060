// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// Reads the head of a request line by line, without I/O.
///
/// It decides where a request ends, so it refuses input that two parsers could read differently. Oracles: the table of
/// `RequestFramingTests`, whose rows name their section of the RFC, also behind nginx; Go, h11 and llhttp, which read
/// generated connections beside it (`Tests/Peers/Framing`). RFC 9112 §2 to §6
package struct HeadParser: Sendable {
    package enum Step: Sendable {
        case more
        case head(ReceivedHead)
        case refused(Int)
    }

    private enum Part: Sendable {
        case start
        case startAfterEmptyLine
        case fields
    }

    private let limits: Limits
    private var lines: LineScanner
    private var part = Part.start
    private var head = ReceivedHead()
    private var fieldCount = 0
    private var hasHost = false
    private var contentLength: UInt64?
    private var isChunked = false

    package init(_ limits: Limits) {
        self.limits = limits
        lines = LineScanner(limit: limits.head)
    }

    package mutating func take(_ input: inout Input) -> Step {
        do throws(Malformed) {
            while let line = try nextLine(input) {
                let isLast = try read(input.bytes, line)
                input.drop(line.count + 2)
                if isLast { return .head(try wholeHead()) }
            }
            return .more
        } catch {
            return .refused(error.status)
        }
    }

    /// Refuses other protocols by their first byte, because their lines may never end.
    private func checkFirstByte(_ input: Input) throws(Malformed) {
        guard lines.pending == 0, input.count > 0 else { return }
        let first = input.bytes[input.start]
        guard HTTPToken.isToken(first) || (first == ASCII.carriageReturn && part == .start) else {
            throw Malformed(400)
        }
    }

    private mutating func nextLine(_ input: Input) throws(Malformed) -> Range<Int>? {
        guard part != .fields else { return try lines.next(in: input) }
        try checkFirstByte(input)
        let line = try lines.next(in: input, orRefuse: 414)
        // 64 bytes are enough for method, version, spaces, and CR.
        guard line != nil || lines.pending <= limits.target + 64 else { throw Malformed(414) }
        return line
    }

    private mutating func read(_ bytes: [UInt8], _ line: Range<Int>) throws(Malformed) -> Bool {
        switch part {
        case .start where line.isEmpty:
            // RFC 9112 §2.2: one empty line may come first.
            part = .startAfterEmptyLine
        case .start, .startAfterEmptyLine:
            try readRequestLine(bytes, line)
            part = .fields
        case .fields:
            guard !line.isEmpty else { return true }
            try readField(bytes, line)
        }
        return false
    }

    private mutating func readRequestLine(_ bytes: [UInt8], _ line: Range<Int>) throws(Malformed) {
        let requestLine = try RequestLine(bytes.span, line, targetLimit: limits.target)
        guard let method = HTTPRequest.Method(bytes[requestLine.method].text) else { throw Malformed(400) }
        head.request.method = method
        head.minorVersion = requestLine.minorVersion
        head.closesConnection = requestLine.minorVersion == 0
        try head.request.take(target: bytes[requestLine.target])
    }

    private mutating func readField(_ bytes: [UInt8], _ line: Range<Int>) throws(Malformed) {
        guard fieldCount < limits.fields else { throw Malformed(431) }
        fieldCount += 1
        guard let field = FieldLine(bytes.span, line) else { throw Malformed(400) }
        let name = bytes.withUnsafeBytes {
            // The slice checks the range; the name is copied, or is a shared value.
            HTTPField.Name(checkedToken: UnsafeRawBufferPointer(rebasing: $0[field.name]))
        }
        // The length of the name first: it distinguishes most fields without comparing texts.
        if field.name.count == 4, name == .host { return try readHost(bytes[field.value]) }
        let value = bytes[field.value].text
        switch field.name.count {
        case 6 where name == .expect: try readExpect(value)
        case 10 where name == .connection: readConnection(value)
        case 14 where name == .contentLength: try readContentLength(value)
        case 17 where name == .transferEncoding: try readTransferEncoding(value)
        default: break
        }
        if head.request.headerFields.isEmpty { head.request.headerFields.reserveCapacity(12) }
        head.request.headerFields.append(HTTPField(name: name, validValue: value))
    }

    /// One field, whose value is a host and a port, or empty: RFC 9112 §3.2.
    private mutating func readHost(_ value: ArraySlice<UInt8>) throws(Malformed) {
        guard !hasHost, AuthoritySyntax.isHost(value) else { throw Malformed(400) }
        hasHost = true
        if head.request.authority == nil { head.request.authority = value.text }
    }

    /// The only defined expectation: RFC 9110 §10.1.1.
    private mutating func readExpect(_ value: String) throws(Malformed) {
        guard value.isSame("100-continue") else { throw Malformed(417) }
        head.expectsContinue = true
    }

    /// The options of the connection: RFC 9112 §9.3.
    private mutating func readConnection(_ value: String) {
        // Most clients send this value, which needs no list.
        guard !value.isSame("keep-alive") else { return }
        if value.hasToken("close") { head.closesConnection = true }
    }

    /// One number, no list, at most 18 digits, which fit: RFC 9112 §6.3.
    private mutating func readContentLength(_ value: String) throws(Malformed) {
        guard contentLength == nil, let length = UInt64(digits: value.utf8) else { throw Malformed(400) }
        contentLength = length
    }

    /// `chunked` once and alone, RFC 9112 §6.1; a list is malformed, and another coding is not implemented.
    private mutating func readTransferEncoding(_ value: String) throws(Malformed) {
        guard !isChunked else { throw Malformed(400) }
        guard value.isSame("chunked") else { throw Malformed(value.utf8.contains(UInt8(ascii: ",")) ? 400 : 501) }
        isChunked = true
    }

    private mutating func wholeHead() throws(Malformed) -> ReceivedHead {
        guard hasHost || head.minorVersion == 0 else { throw Malformed(400) }
        if isChunked {
            // RFC 9112 §6.1: with a length beside it, or in HTTP/1.0, the framing is faulty.
            guard contentLength == nil, head.minorVersion == 1 else { throw Malformed(400) }
            head.framing = .chunked
        } else if let contentLength, contentLength > 0 {
            head.framing = .length(contentLength)
        }
        // RFC 9110 §10.1.1: without content, and in HTTP/1.0, nothing is expected.
        if head.framing == .none || head.minorVersion == 0 { head.expectsContinue = false }
        return head
    }
}
