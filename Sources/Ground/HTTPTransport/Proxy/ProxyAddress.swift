// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation

/// The address of a proxy that speaks HTTP.
package struct ProxyAddress: Sendable, Hashable {
    /// The name or address of its host, an IPv6 address without brackets.
    package let host: String
    /// Its port; 1080 if the text names none, as with curl.
    package let port: Int
    /// The person's name and password for the proxy, encoded for the scheme Basic.
    package let credentials: String?

    /// Reads `http://NAME:PASSWORD@HOST:PORT`, where everything but the host may be missing; `nil` for another scheme.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text.contains("://") ? text : "http://\(text)"),
            parts.scheme?.lowercased() == "http", let host = parts.host, !host.isEmpty, ["", "/"].contains(parts.path)
        else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = parts.port ?? 1080
        credentials = parts.user.map { Data("\($0):\(parts.password ?? "")".utf8).base64EncodedString() }
    }
}
#endif
