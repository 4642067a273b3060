// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore

extension PageLook {
    /// A style sheet loaded after the common one; it changes the colours, adjusted so that text stays readable.
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

    /// The response with the style sheet.
    var themeResponse: Response {
        Response(
            status: .ok, headers: [.contentType: "text/css; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: theme)))
    }

    private static func accent(_ colour: Colour, towards end: Colour) -> String {
        ":root { --accent: \(colour.text); --accent-strong: \(colour.mixed(with: end, share: 0.25).text); "
            + "--on-accent: \(colour.readableInk.text); }"
    }

    /// The backgrounds of the common style sheet on which links have the lowest contrast.
    private static let lightWash = Colour("#eaf2f0") ?? .white
    private static let darkWash = Colour("#1c2f30") ?? .black
}
