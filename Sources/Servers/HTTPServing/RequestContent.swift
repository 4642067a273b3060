// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import JSONWebSignatures
package import OAuthMessages
package import PortableFoundation

/// The content of a request, read completely and within a limit.
package struct RequestContent: Sendable {
    /// The default limit: 1 MiB.
    package static let usualLimit = 1 << 20

    /// The limit of a form, 256 KiB: pages of other sites can send forms without a sign-in.
    package static let formLimit = 256 << 10

    /// The content's media type by the sender; `nil` if it is missing or malformed.
    package let type: ContentType?
    /// The content.
    package let bytes: Data

    /// Creates content from its parts.
    package init(type: ContentType?, bytes: Data) {
        self.type = type
        self.bytes = bytes
    }

    /// Reads the content of a request.
    ///
    /// - Throws: ``RequestRefusal``: `contentTooLarge`, before reading if the announced length is too large;
    ///   `contentTypeUnsupported` for compressed content. Errors of the connection.
    package init(of request: Request, limit: Int = usualLimit) async throws {
        // RFC 9110 §8.4, §15.5.16
        guard ["", "identity"].contains(request.headers[.contentEncoding]?.lowercased() ?? "") else {
            throw RequestRefusal(.contentTypeUnsupported, "The content is compressed; send it uncompressed.")
        }
        type = request.headers[.contentType].flatMap(ContentType.init)
        let limit = type?.isForm == true ? min(limit, Self.formLimit) : limit
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
    /// - Throws: Errors of the decoding.
    package func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Foundation's decoder also accepts a trailing comma, duplicate names, and UTF-16. RFC 8259 §4, §8.1
        _ = try StrictJSON.value(in: bytes)
        return try JSONDecoder().decode(type, from: bytes)
    }

    /// Reads the content as a form; empty content without a media type is a form without fields.
    ///
    /// - Throws: ``RequestRefusal`` (`contentTypeUnsupported`, `contentMalformed`, `contentTooLarge`).
    package func form() throws -> FormParameters {
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

extension ContentType {
    /// Whether browsers send forms with this type.
    fileprivate var isForm: Bool { ["application/x-www-form-urlencoded", "multipart/form-data"].contains(value) }
}
