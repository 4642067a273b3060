// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
public import PortableFoundation

/// A form with files, as a browser sends it, without loading files into memory.
///
/// ```swift
/// let form = MultipartForm([.field("title", "Rome"), try .file("picture", picture, contentType: "image/jpeg")])
/// var request = HTTPRequest(method: .post, url: api.appending(path: "pictures"))
/// request.headerFields[.contentType] = form.contentType
/// let response = try await transport.stream(request, body: form.body).collect()
/// ```
///
/// RFC 7578
public struct MultipartForm: Sendable {
    /// One entry of a form.
    public struct Part: Sendable {
        fileprivate let head: String
        fileprivate let body: RequestBody

        /// Creates an entry with any content; the file name for the server has no folder.
        public static func content(
            _ name: String, _ body: RequestBody, filename: String? = nil, contentType: String? = nil
        ) -> Self {
            var head = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
            if let filename { head += "; filename=\"\(Self.quoted(filename))\"" }
            // A field replaces line breaks in a value.
            if let contentType {
                head += "\r\nContent-Type: \(HTTPField(name: .contentType, value: contentType).value)"
            }
            return Self(head: head, body: body)
        }

        /// Creates a text entry.
        public static func field(_ name: String, _ value: String) -> Self {
            content(name, .bytes(Data(value.utf8)))
        }

        /// Creates a file entry; the file is read while it is sent.
        ///
        /// It must be a regular file. If `filename` is `nil`, the server receives the file's own name.
        ///
        /// - Throws: A Foundation error if the file does not exist.
        public static func file(
            _ name: String, _ file: URL, filename: String? = nil, contentType: String = "application/octet-stream"
        ) throws -> Self {
            content(name, try .file(file), filename: filename ?? file.lastPathComponent, contentType: contentType)
        }

        /// Escapes as browsers do (HTML, "multipart/form-data encoding algorithm"): RFC 7578 §4.2 defines no way.
        private static func quoted(_ name: String) -> String {
            String(
                decoding: name.utf8.flatMap { byte in
                    switch byte {
                    case UInt8(ascii: "\""): Array("%22".utf8)
                    case UInt8(ascii: "\r"): Array("%0D".utf8)
                    case UInt8(ascii: "\n"): Array("%0A".utf8)
                    default: [byte]
                    }
                }, as: UTF8.self)
        }
    }

    private let boundary: String
    /// The request body.
    public let body: RequestBody

    /// Creates a form with these entries, in this order.
    public init(_ parts: [Part]) {
        var generator = SystemRandomNumberGenerator()
        self.init(parts, boundary: "tessera-\(generator.next())-\(generator.next())")
    }

    /// Creates a form with a boundary, which must not occur in the contents.
    package init(_ parts: [Part], boundary: String) {
        self.boundary = boundary
        let pieces = parts.flatMap { part in
            [.bytes(Data("--\(boundary)\r\n\(part.head)\r\n\r\n".utf8)), part.body, .bytes(Data("\r\n".utf8))]
        }
        body = .joined(pieces + [.bytes(Data("--\(boundary)--\r\n".utf8))])
    }

    /// The media type, for the `Content-Type` field.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }
}
