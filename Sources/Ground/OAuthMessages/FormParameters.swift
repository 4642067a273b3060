// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The names and values of a query or form, in order.
///
/// A name can occur several times. To reject repeated parameters, read them with ``once(_:)``.
///
/// ```swift
/// guard let form = FormParameters(encoded: body) else { return nil }  // body: of a POST request
/// let task = try form.once("task")  // throws if it is repeated
/// var reply: FormParameters = ["state": "done"]
/// reply.append("task", task)
/// let content = reply.encoded  // state=done&task=Buy%20milk
/// ```
///
/// WHATWG URL §5 `application/x-www-form-urlencoded`, RFC 6749 appendix B
public struct FormParameters: Sendable, Hashable {
    package struct Pair: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package private(set) var pairs: [Pair]

    /// Creates empty parameters.
    public init() { pairs = [] }

    /// Our own limit of pairs in a query or form.
    package static let maximumCount = 1000

    /// Parses a query without its `?`, or a form; `nil` if it is not percent-encoded UTF-8 or has over 1000 pairs.
    public init?(encoded: some StringProtocol) { self.init(Array(encoded.utf8), isRepairing: false) }

    /// Parses an authorization response; in one with an `error`, U+FFFD replaces what is not percent-encoded UTF-8.
    ///
    /// Some providers write their error texts in another encoding. `error` and `state` are ASCII, and decide; a code
    /// beside unreadable text is refused. RFC 6749 §4.1.2.1
    package init?(response: some StringProtocol) {
        if let readable = FormParameters(encoded: response) {
            self = readable
        } else {
            guard let repaired = FormParameters(repairing: response), repaired["error"] != nil else { return nil }
            self = repaired
        }
    }

    /// Replaces text that is not percent-encoded UTF-8 by U+FFFD; `nil` for more than 1000 pairs.
    package init?(repairing query: some StringProtocol) {
        self.init(Array(query.repairedQuery.utf8), isRepairing: true)
    }

    // Servers read each request here, and an array of bytes is read many times faster than a text.
    private init?(_ bytes: [UInt8], isRepairing: Bool) {
        // Counted before decoding: a mebibyte of separators would become half a million pairs.
        guard bytes.count(where: { $0 == UInt8(ascii: "&") }) < Self.maximumCount else { return nil }
        pairs = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = String(percentEncoded: halves[0], isForm: true, isRepairing: isRepairing),
                let value = halves.count == 1
                    ? "" : String(percentEncoded: halves[1], isForm: true, isRepairing: isRepairing)
            else { return nil }
            pairs.append(Pair(name: name, value: value))
        }
    }

    /// Parses a URL's query; empty if the URL has none, `nil` if it is unreadable.
    public init?(queryOf url: URL) { self.init(encoded: url.encodedQuery) }

    /// Accesses the first value of a name.
    public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Returns every value of a name, in order.
    public func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// Returns the value of a name that must not be repeated.
    ///
    /// - Throws: ``Refusal`` (`duplicateParameter`). RFC 6749 §3.1: parameters must not be included more than once.
    public func once(_ name: String) throws -> String? {
        let values = all(name)
        guard values.count <= 1 else {
            throw Refusal(
                .duplicateParameter, "the parameter '\(name)' was sent \(values.count) times; it must be sent once")
        }
        return values.first
    }

    /// Appends a pair; a `nil` value adds nothing.
    public mutating func append(_ name: String, _ value: String?) {
        if let value { pairs.append(Pair(name: name, value: value)) }
    }

    /// The encoded text.
    ///
    /// A space becomes `%20`, which all parsers of queries and forms accept.
    public var encoded: String {
        pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
    }

    /// Percent-encodes everything except unreserved characters.
    public static func encoded(_ text: String) -> String { text.percentEncoded() }
}

extension FormParameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters from a literal, in its order.
    public init(dictionaryLiteral elements: (String, String)...) {
        pairs = elements.map { Pair(name: $0.0, value: $0.1) }
    }
}

extension URL {
    package var encodedQuery: String {
        URLComponents(url: self, resolvingAgainstBaseURL: false)?.percentEncodedQuery ?? ""
    }

    package static func repairing(_ text: String) -> URL? {
        let mark = text.firstIndex(of: "?") ?? text.endIndex
        return URL(string: text[..<mark] + text[mark...].repairedQuery)
    }

    package func adding(_ parameters: FormParameters) -> URL {
        var components = URLComponents(url: self, resolvingAgainstBaseURL: false) ?? URLComponents()
        let own = components.percentEncodedQuery.map { $0 + "&" } ?? ""
        components.percentEncodedQuery = own + parameters.encoded
        return components.url ?? self
    }
}
