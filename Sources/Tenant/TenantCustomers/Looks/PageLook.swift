// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A company's own design of its flow's pages: name, logo and colours, and no active content.
package struct PageLook: Sendable, Hashable, Codable {
    /// The text above the heading; the directory's name if `nil`.
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
        self.title = title
        self.logo = logo
        self.backgroundColour = backgroundColour
        self.primaryColour = primaryColour
    }

    /// Whether the pages link to a style sheet.
    var hasTheme: Bool { backgroundColour != nil || primaryColour != nil }

    /// The reason why the look is refused, as a text for its author; `nil` if it is valid.
    var problem: String? {
        for (name, text) in [("backgroundColour", backgroundColour), ("primaryColour", primaryColour)] {
            if let text, Colour(text) == nil { return "\(name) '\(text)' is no colour such as #0c5f63" }
        }
        if let logo, PageLogo(dataURL: logo) == nil {
            return "logo is no PNG or SVG of at most \(PageLogo.limit / 1024) KiB in a data: URL, or its SVG has more "
                + "than shapes"
        }
        return title.map { $0.unicodeScalars.count > 128 } == true ? "title has more than 128 characters" : nil
    }

    /// A logo made for the samples, free of trademarks.
    package static let sampleLogo =
        "data:image/svg+xml;base64,"
        + Data(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32" width="64" height="32">\
            <path fill="#8a2be2" d="M4 28 20 4l16 24z"/><path fill="#c9a227" d="M28 28 44 8l16 20z"/></svg>
            """.utf8
        ).base64EncodedString()
}
