// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import PortableFoundation

/// A company's design of its flow's pages: name, logo, and colors, but no active content.
package struct PageLook: Sendable, Hashable, Codable {
    /// The text above the heading; by default the directory's name.
    package var title: String?
    /// A small PNG or SVG as a `data:` URL; see ``PageLogo``.
    package var logo: String?
    /// The background behind the card, as `#rrggbb`.
    package var backgroundColour: String?
    /// Buttons and links, as `#rrggbb`; pages use a shade of it where the contrast is too low.
    package var primaryColour: String?

    package init(
        title: String? = nil, logo: String? = nil, backgroundColour: String? = nil, primaryColour: String? = nil
    ) {
        (self.title, self.logo) = (title, logo)
        (self.backgroundColour, self.primaryColour) = (backgroundColour, primaryColour)
    }

    var hasTheme: Bool { backgroundColour != nil || primaryColour != nil }

    var problem: String? {
        for (name, text) in [("backgroundColour", backgroundColour), ("primaryColour", primaryColour)] {
            if let text, Colour(text) == nil { return "\(name) '\(text)' is not a color such as #0c5f63" }
        }
        if let logo, PageLogo(dataURL: logo) == nil {
            return
                "logo is not a PNG or SVG of at most \(PageLogo.limit / 1024) KiB in a data: URL, or its SVG has more "
                + "than shapes"
        }
        return title.map { $0.unicodeScalars.count > 128 } == true ? "title has more than 128 characters" : nil
    }

    /// Made for the samples, free of trademarks.
    package static let sampleLogo =
        "data:image/svg+xml;base64,"
        + Data(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32" width="64" height="32">\
            <path fill="#8a2be2" d="M4 28 20 4l16 24z"/><path fill="#c9a227" d="M28 28 44 8l16 20z"/></svg>
            """.utf8
        ).base64EncodedString()

    /// A style sheet loaded after the common one; it adjusts the colors so that text stays readable.
    var theme: String {
        var rules: [String] = []
        if let primary = primaryColour.flatMap(Colour.init) {
            rules.append(Self.accent(primary.readable(on: Self.lightWash), towards: .black))
            rules.append(
                "@media (prefers-color-scheme: dark) { "
                    + Self.accent(primary.readable(on: Self.darkWash), towards: .white) + " }")
        }
        if let background = backgroundColour.flatMap(Colour.init) {
            rules.append("html { background: \(background.text); }")
            rules.append(".masthead, .wordmark span, .colophon { color: \(background.readableInk.text); }")
        }
        return rules.joined(separator: "\n") + "\n"
    }

    private static func accent(_ colour: Colour, towards end: Colour) -> String {
        ":root { --accent: \(colour.text); --accent-strong: \(colour.mixed(with: end, share: 0.25).text); "
            + "--on-accent: \(colour.readableInk.text); }"
    }

    /// The backgrounds of the common style sheet on which links have the lowest contrast.
    private static let lightWash = Colour("#eaf2f0") ?? .white
    private static let darkWash = Colour("#1c2f30") ?? .black
}

/// A picture without active content.
struct PageLogo: Sendable, Hashable {
    /// In bytes.
    static let limit = 64 * 1024

    private let mediaType: String
    private let bytes: Data

    /// Parses a base64 `data:` URL whose bytes match the media type. RFC 2397
    init?(dataURL: String) {
        guard dataURL.utf8.count <= 2 * Self.limit,
            let match = dataURL.wholeMatch(of: #/data:(image/png|image/svg\+xml);base64,([A-Za-z0-9+/=]+)/#),
            let bytes = Data(base64Encoded: String(match.2)), bytes.count <= Self.limit
        else { return nil }
        mediaType = String(match.1)
        self.bytes = bytes
        guard mediaType == "image/png" ? bytes.starts(with: Self.signature) : isDrawing else { return nil }
    }

    /// The `Content-Security-Policy` blocks active content if a person opens the URL directly.
    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: mediaType, .contentSecurityPolicy: "default-src 'none'; sandbox"],
            body: ResponseBody(bytes))
    }

    /// PNG §5.2.
    private static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    /// Whether the SVG has only shapes and text: no script, style, link, other document, or entity.
    private var isDrawing: Bool {
        guard let text = String(validating: bytes, as: UTF8.self)?.trimmed(),
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
