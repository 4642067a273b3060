// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import HTTPMessages

/// Reads the requests of one connection with the parsers of the server, and nothing else of it.
struct ConnectionReader {
    /// What was read.
    struct Result: Equatable {
        /// The complete requests, each with its content.
        var requests: [Request] = []
        /// Why nothing more is read.
        var end = End.noMoreBytes
    }

    /// Why nothing more is read.
    enum End: Equatable {
        case noMoreBytes
        case lastRequest
        case refusal(status: Int)
    }

    /// A request with its content.
    struct Request: Equatable {
        let head: HTTPRequest
        let content: [UInt8]
        /// The number of the connection's bytes up to the end of the request.
        let end: Int
    }

    private enum Stage {
        case head(HeadParser)
        case content(BodyReader, of: ReceivedHead)
        case ended
    }

    private static let limits = Limits()
    private var input = Input()
    private var stage = Stage.head(HeadParser(limits))
    private var content: [UInt8] = []
    private var takenCount = 0
    private(set) var result = Result()

    /// Takes bytes that have come, and reads as far as they go.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        input.compact()
        input.append(Array(bytes))
        takenCount += bytes.count
        while step() {}
    }

    /// - Returns: Whether there may be more to read.
    private mutating func step() -> Bool {
        switch stage {
        case .head(var parser):
            switch parser.take(&input) {
            case .more: stage = .head(parser)
            case .refused(let status): end(.refusal(status: status))
            case .head(let head):
                content = []
                stage = .content(BodyReader(head.framing, Self.limits), of: head)
                return true
            }
        case .content(var reader, let head):
            switch reader.take(&input) {
            case .more: stage = .content(reader, of: head)
            case .refused(let status): end(.refusal(status: status))
            case .bytes(let bytes):
                content += bytes
                stage = .content(reader, of: head)
                return true
            case .end:
                result.requests.append(Request(head: head.request, content: content, end: takenCount - input.count))
                stage = .head(HeadParser(Self.limits))
                if head.closesConnection { end(.lastRequest) }
                return true
            }
        case .ended: break
        }
        return false
    }

    private mutating func end(_ end: End) {
        result.end = end
        stage = .ended
    }
}

extension ConnectionReader.Result {
    /// The requests, each with a semicolon, and the end: `more`, `closed`, or the status of a refusal.
    var line: [UInt8] {
        let end =
            switch end {
            case .noMoreBytes: "more"
            case .lastRequest: "closed"
            case .refusal(let status): "\(status)"
            }
        return requests.flatMap { $0.text + [UInt8(ascii: ";")] } + Array(end.utf8)
    }
}

extension ConnectionReader.Request {
    /// The end, method, target, host, sorted fields and content; all but the first two in hexadecimal digits.
    fileprivate var text: [UInt8] {
        let origin = head.scheme.map { "\($0)://\(head.authority ?? "")" } ?? ""
        let fields = head.headerFields.map { "\($0.name.canonicalName):\($0.value)" }.sorted()
        var text = Array("\(end) \(head.method)".utf8)
        let parts = ["\(origin)\(head.path ?? "")", head.authority ?? "", fields.joined(separator: "\n")]
        for part in parts.map({ Array($0.utf8) }) + [content] {
            text.append(UInt8(ascii: " "))
            text.append(hexadecimal: part)
        }
        return text
    }
}

extension [UInt8] {
    private static let digits = Array("0123456789abcdef".utf8)

    fileprivate mutating func append(hexadecimal bytes: [UInt8]) {
        for byte in bytes {
            append(Self.digits[Int(byte >> 4)])
            append(Self.digits[Int(byte & 15)])
        }
    }
}
