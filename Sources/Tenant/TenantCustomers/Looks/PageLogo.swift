// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A picture for the pages of a flow; the checks ensure that it contains no active content.
struct PageLogo: Sendable, Hashable {
    /// In bytes.
    static let limit = 64 * 1024

    private let mediaType: String
    private let bytes: Data

    /// Reads a `data:` URL in base64; `nil` unless the bytes match the media type. RFC 2397
    init?(dataURL: String) {
        guard dataURL.utf8.count <= 2 * Self.limit,
            let match = dataURL.wholeMatch(of: #/data:(image/png|image/svg\+xml);base64,([A-Za-z0-9+/=]+)/#),
            let bytes = Data(base64Encoded: String(match.2)), bytes.count <= Self.limit
        else { return nil }
        mediaType = String(match.1)
        self.bytes = bytes
        guard mediaType == "image/png" ? bytes.starts(with: Self.signature) : isDrawing else { return nil }
    }

    /// The picture; its `Content-Security-Policy` stops all active content if a person opens its address directly.
    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: mediaType, .contentSecurityPolicy: "default-src 'none'; sandbox"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// PNG §5.2.
    private static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    /// Whether the SVG has only elements that draw: no script, no style, no link, no other document, no entity.
    private var isDrawing: Bool {
        guard let text = String(validating: bytes, as: UTF8.self)?.trimmingCharacters(in: .whitespacesAndNewlines),
            text.hasPrefix("<svg"), text.hasSuffix("</svg>"), !text.contains("<!"), !text.contains("<?"),
            !text.contains("&")
        else { return false }
        let elements = text.matches(of: #/<\/?\s*([^\s>\/]*)/#).map { String($0.1) }
        let attributes = text.matches(of: #/([A-Za-z_:][\w:.\-]*)\s*=\s*["']/#).map { $0.1.lowercased() }
        return elements.allSatisfy(Self.elements.contains)
            && attributes.allSatisfy { !$0.hasPrefix("on") && !$0.contains("href") && $0 != "style" }
    }

    private static let elements: Set = [
        "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "title", "desc", "text",
        "tspan", "defs", "linearGradient", "radialGradient", "stop",
    ]
}
