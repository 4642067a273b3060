// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation

/// A form that a user sent after the session ended, kept during the sign-in.
///
/// The browser must prove that it is from a page of this app. The user sends it again with a button.
struct KeptForm: Sendable, Codable {
    let target: String
    let fields: String

    /// Reads the form of a request, which stays readable for the route; `nil` if it cannot be kept.
    init?(of request: inout Request, at app: WebSignIn) async throws {
        guard request.method == .post, app.isProvenOwn(request),
            request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true,
            request.headers[.contentLength].flatMap({ Int($0) }) ?? .max <= Self.longest,
            let target = OwnAddress(request.uri.description, at: app.base)
        else { return nil }
        let body = try await request.collectBody(upTo: Self.longest)
        let fields = String(decoding: body, as: UTF8.self)
        guard FormParameters(encoded: fields) != nil else { return nil }
        self.target = target.text
        self.fields = fields
    }

    var pairs: [(name: String, value: String)] {
        FormParameters(encoded: fields)?.pairs.map { ($0.name, $0.value) } ?? []
    }

    private static let longest = 16 << 10
}

/// A path and query of this app, to which a browser may be redirected. RFC 9700 §4.11
struct OwnAddress: Sendable, Hashable {
    let text: String

    fileprivate init(unchecked text: String) { self.text = text }

    static let home = OwnAddress(unchecked: "/")

    /// Refuses any text that a browser could interpret as another origin.
    init?(_ text: String, at base: BaseURL) {
        guard text.utf8.count <= 2048, text.utf8.first == UInt8(ascii: "/"),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }),
            let components = URLComponents(string: text), components.host == nil, components.scheme == nil,
            components.fragment == nil,
            let path = text.split(separator: "?", maxSplits: 1).first?.percentDecoded
        else { return nil }
        // A proxy may decode the path, and remove its dot segments, before it redirects.
        guard !path.contains("//"), !path.contains("\\"), !path.unicodeScalars.contains(where: { $0.value < 0x20 }),
            URL(string: text, relativeTo: URL(string: base.description))?.absoluteString.hasPrefix("\(base)/") == true
        else { return nil }
        self.text = text
    }
}
