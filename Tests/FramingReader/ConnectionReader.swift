// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import HTTPMessages

/// Reads the requests of one connection with the parsers of the server, and nothing else of it.
struct ConnectionReader {
    /// What was read.
    struct Result: Equatable {
        /// The complete requests, each with its content.
        var requests: [Request] = []
        /// The status of a refusal.
        var refusal: Int?
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
            case .refused(let status): refuse(status)
            case .head(let head):
                content = []
                stage = .content(BodyReader(head.framing, Self.limits), of: head)
                return true
            }
        case .content(var reader, let head):
            switch reader.take(&input) {
            case .more: stage = .content(reader, of: head)
            case .refused(let status): refuse(status)
            case .bytes(let bytes):
                content += bytes
                stage = .content(reader, of: head)
                return true
            case .end:
                result.requests.append(Request(head: head.request, content: content, end: takenCount - input.count))
                stage = head.closesConnection ? .ended : .head(HeadParser(Self.limits))
                return true
            }
        case .ended: break
        }
        return false
    }

    private mutating func refuse(_ status: Int) {
        result.refusal = status
        stage = .ended
    }
}

extension ConnectionReader.Result {
    /// The requests, each with a semicolon, and the status of the refusal or 0.
    var line: [UInt8] { requests.flatMap { $0.text + [UInt8(ascii: ";")] } + Array("\(refusal ?? 0)".utf8) }
}

extension ConnectionReader.Request {
    /// The end, method, target, sorted fields and content; the last three in hexadecimal digits.
    fileprivate var text: [UInt8] {
        let origin = head.scheme.map { "\($0)://\(head.authority ?? "")" } ?? ""
        let fields = head.headerFields.map { "\($0.name.canonicalName):\($0.value)" }.sorted()
        var text = Array("\(end) \(head.method)".utf8)
        for part in [Array("\(origin)\(head.path ?? "")".utf8), Array(fields.joined(separator: "\n").utf8), content] {
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
