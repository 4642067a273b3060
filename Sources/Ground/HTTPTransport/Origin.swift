// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTypes

/// Scheme, host and port; a token or a link is trusted only for its own origin.
///
/// RFC 6454 §4
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    private let scheme: String
    private let host: String
    private let port: Int?

    /// The origin of an address.
    public init(_ url: URL) {
        scheme = url.scheme?.lowercased() ?? ""
        host = url.host()?.lowercased() ?? ""
        port = url.port ?? Self.defaultPort(of: scheme)
    }

    /// The origin that a request goes to.
    public init(_ request: HTTPRequest) {
        let text = "\(request.scheme ?? "")://\(request.authority ?? "")"
        self.init(URL(string: text) ?? URL(filePath: "/"))
    }

    private static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// The origin as text.
    public var description: String {
        "\(scheme)://\(host)" + (port == Self.defaultPort(of: scheme) ? "" : ":\(port ?? 0)")
    }
}
