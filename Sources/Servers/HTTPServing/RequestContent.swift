// SPDX-License-Identifier: Apache-2.0

import HTTPListening
import JSONWebSignatures
public import OAuthMessages
public import PortableFoundation

/// The content of a request, read completely and within a limit.
///
/// ```swift
/// router.post("notes") { request, _ in
///     let form = try await RequestContent(of: request).form()
///     guard let text = form["text"] else { throw HTTPError(.badRequest, message: "The text is missing.") }
///     return "\(text.count) characters"
/// }
/// ```
public struct RequestContent: Sendable {
    /// Lower, because pages of other sites can send forms without a sign-in.
    private static let formLimit = 256 << 10

    /// The media type that the client sent; `nil` if it is missing or malformed.
    public let type: ContentType?
    /// The content.
    public let bytes: Data

    package init(type: ContentType?, bytes: Data) {
        self.type = type
        self.bytes = bytes
    }

    /// Reads the content of a request, by default at most 1 MiB, and of a form at most 256 KiB.
    ///
    /// - Throws: ``RequestRefusal``: `contentTooLarge`, before reading if the announced length is too large;
    ///   `contentTypeUnsupported` for compressed content. Errors of the connection.
    public init(of request: Request, limit: Int = 1 << 20) async throws {
        // RFC 9110 §8.4, §15.5.16
        guard ["", "identity"].contains(request.headers[.contentEncoding]?.lowercased() ?? "") else {
            throw RequestRefusal(.contentTypeUnsupported, "The content is compressed; send it uncompressed.")
        }
        type = request.headers[.contentType].flatMap(ContentType.init)
        let isForm = ["application/x-www-form-urlencoded", "multipart/form-data"].contains(type?.value)
        let limit = isForm ? min(limit, Self.formLimit) : limit
        let refusal = RequestRefusal(.contentTooLarge, "The content is longer than \(limit) bytes; send less.")
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > limit {
            throw refusal
        }
        do {
            bytes = Data(try await request.body.collect(upTo: limit))
        } catch is ContentTooLong {
            throw refusal
        }
    }

    /// Reads the content as JSON in UTF-8, without duplicate names.
    ///
    /// - Throws: ``RequestRefusal`` (`contentMalformed`).
    public func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            // Foundation's decoder also accepts a trailing comma, duplicate names, and UTF-16. RFC 8259 §4, §8.1
            _ = try StrictJSON.value(in: bytes)
            return try JSONDecoder().decode(type, from: bytes)
        } catch {
            throw RequestRefusal(.contentMalformed, "The content is not the expected JSON.")
        }
    }

    /// Reads the content as a form; empty content without a media type is a form without fields.
    ///
    /// - Throws: ``RequestRefusal`` (`contentTypeUnsupported`, `contentMalformed`, `contentTooLarge`).
    public func form() throws -> FormParameters {
        switch type?.value {
        case "application/x-www-form-urlencoded":
            guard bytes.count(where: { $0 == UInt8(ascii: "&") }) < FormParameters.maximumCount else {
                throw RequestRefusal(.contentTooLarge, "The form has more than \(FormParameters.maximumCount) fields.")
            }
            guard let text = String(validating: bytes, as: UTF8.self),
                let form = FormParameters(encoded: text)
            else {
                throw RequestRefusal(.contentMalformed, "The form is not percent-encoded UTF-8.")
            }
            return form
        case "multipart/form-data":
            return try MultipartFormParser(boundary: type?.parameters["boundary"]).parameters(of: bytes)
        case nil where bytes.isEmpty:
            return FormParameters()
        default:
            throw RequestRefusal(
                .contentTypeUnsupported,
                "Send the form as application/x-www-form-urlencoded or as multipart/form-data.")
        }
    }
}

/// A media type, or another field value like `value; name=text; name="text"`. RFC 9110 §5.6.6, §8.3.1; RFC 2183 §2
///
/// ```swift
/// let type = ContentType("text/plain; charset=UTF-8")
/// let isText = type?.value == "text/plain"
/// let charset = type?.parameters["charset"]?.lowercased() ?? "utf-8"
/// ```
public struct ContentType: Sendable, Hashable {
    /// The text before the first semicolon, in lower case.
    public let value: String
    /// The parameters, with their names in lower case.
    public let parameters: [String: String]

    /// Parses a field value; `nil` for an invalid one, or one with a repeated parameter.
    public init?(_ text: String) {
        var scanner = Scanner(rest: text.unicodeScalars[...])
        let value = scanner.takeUntil(";")
        guard !value.isEmpty, !value.contains(where: \.isWhitespace) else { return nil }
        self.value = value.lowercased()
        var parameters: [String: String] = [:]
        while scanner.take(";") {
            scanner.skipSpaces()
            if scanner.isAtEnd { break }
            let name = scanner.takeUntil("=").lowercased()
            guard !name.isEmpty, !name.contains(";"), scanner.take("="), parameters[name] == nil,
                let parameter = scanner.takeParameterValue()
            else { return nil }
            parameters[name] = parameter
            scanner.skipSpaces()
        }
        guard scanner.isAtEnd else { return nil }
        self.parameters = parameters
    }
}

/// Reads scalars, because a combining mark must not hide the quote before it.
private struct Scanner {
    var rest: Substring.UnicodeScalarView

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\t" } }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    mutating func takeUntil(_ end: Unicode.Scalar) -> String {
        skipSpaces()
        var taken = rest.prefix { $0 != end }
        rest = rest[taken.endIndex...]
        while taken.last == " " || taken.last == "\t" { taken.removeLast() }
        return String(taken)
    }

    mutating func takeParameterValue() -> String? {
        guard take("\"") else {
            let token = takeUntil(";")
            return token.isEmpty || token.contains(where: { $0.isWhitespace || $0 == "\"" }) ? nil : token
        }
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(text)
            // RFC 9110 escapes quotes and backslashes, but browsers do not escape backslashes: one before the field's
            // last quote is part of the name.
            case "\\" where rest.first == "\"" && rest.dropFirst().contains("\""): text.append(rest.removeFirst())
            case "\\" where rest.first == "\\": text.append(rest.removeFirst())
            default: text.append(scalar)
            }
        }
        return nil
    }
}
