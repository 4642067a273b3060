// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Names and values in the order of the wire, as queries and forms carry them.
///
/// A name may stand several times; a judge asks with ``once(_:)``, so that a doubled parameter is never half believed.
///
/// WHATWG URL §5 `application/x-www-form-urlencoded`, RFC 6749 appendix B
public struct FormParameters: Sendable, Hashable {
    /// One name with its value, both decoded.
    public struct Pair: Sendable, Hashable {
        /// The parameter's name.
        public var name: String
        /// The parameter's value; empty if there was none.
        public var value: String
    }

    /// All pairs, in order.
    public private(set) var pairs: [Pair]

    /// Creates parameters without any pair.
    public init() {
        pairs = []
    }

    /// How many pairs are read at most; the figure is ours.
    public static let maximumCount = 1000

    /// Reads a query or a form.
    ///
    /// - Parameter encoded: The text after `?`, or a form's content. `nil` comes back for text that is not
    ///   percent-encoded UTF-8, and for more than ``maximumCount`` pairs.
    public init?(encoded: some StringProtocol) {
        // Counted before anything is decoded: a mebibyte of separators would become half a million pairs.
        guard encoded.utf8.count(where: { $0 == UInt8(ascii: "&") }) < Self.maximumCount else { return nil }
        pairs = []
        for part in encoded.utf8.split(separator: UInt8(ascii: "&")) {
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(halves[0]), let value = halves.count == 1 ? "" : Self.decoded(halves[1])
            else { return nil }
            pairs.append(Pair(name: name, value: value))
        }
    }

    /// Reads the query of a URL; a URL without one has no parameters, `nil` is a query that cannot be read.
    public init?(queryOf url: URL) {
        self.init(encoded: URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedQuery ?? "")
    }

    /// The first value of a name.
    public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Every value of a name, in order.
    public func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// The value of a name that may stand once at most.
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

    /// Adds a pair at the end; a `nil` value adds nothing.
    public mutating func append(_ name: String, _ value: String?) {
        if let value { pairs.append(Pair(name: name, value: value)) }
    }

    /// The text to send.
    ///
    /// A space is `%20`, which every reader of queries and of forms understands.
    public var encoded: String {
        pairs.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    /// Percent-encodes everything but unreserved characters.
    public static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if unreserved.contains(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(contentsOf: hexadecimalDigits(of: byte))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimalDigits(of byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func decoded(_ bytes: some Sequence<UInt8>) -> String? {
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: spaced, as: UTF8.self).removingPercentEncoding
    }
}

extension FormParameters: ExpressibleByDictionaryLiteral {
    /// Creates parameters from a literal, keeping its order.
    public init(dictionaryLiteral elements: (String, String)...) {
        pairs = elements.map { Pair(name: $0.0, value: $0.1) }
    }
}
