// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore

extension PageLook {
    /// A style sheet that comes after the common one and changes its colours, as far as they can be read.
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

    /// The style sheet, to be linked.
    var themeResponse: Response {
        Response(
            status: .ok, headers: [.contentType: "text/css; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: theme)))
    }

    private static func accent(_ colour: Colour, towards end: Colour) -> String {
        ":root { --accent: \(colour.text); --accent-strong: \(colour.mixed(with: end, share: 0.25).text); "
            + "--on-accent: \(colour.readableInk.text); }"
    }

    /// The least favourable grounds of the common style sheet that links stand on.
    private static let lightWash = Colour("#eaf2f0") ?? .white
    private static let darkWash = Colour("#1c2f30") ?? .black
}
