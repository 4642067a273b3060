// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
import PortableFoundation
package import HTTPMessages
import Hosts

/// The proxies that the environment names, read as curl reads them; a SOCKS proxy is refused.
///
/// `https_proxy` and `http_proxy` name the proxy for that scheme, `all_proxy` the one for both, and `no_proxy` the
/// hosts without a proxy. Names in lower case take precedence over those in upper case, and an empty value means none.
/// `HTTP_PROXY` counts only outside CGI: there, a client sets it with its field `Proxy`. Apple's systems have settings
/// of their own. libcurl requests a tunnel (`CONNECT`) for plain http, too.
package struct ProxySettings: Sendable {
    private let proxies: [String: (variable: String, text: String)]
    private let exceptions: ProxyExceptions

    /// Reads the environment; a proxy that cannot be used is refused when a request needs it.
    package init(environment: [String: String]) {
        func value(_ name: String, orUpperCase isAllowed: Bool = true) -> (variable: String, text: String)? {
            (environment[name] ?? (isAllowed ? environment[name.uppercased()] : nil)).map { (name, $0) }
        }
        let forAll = value("all_proxy")
        proxies = [
            "https": value("https_proxy") ?? forAll,
            "http": value("http_proxy", orUpperCase: environment["REQUEST_METHOD"] == nil) ?? forAll,
        ].compactMapValues { $0?.text.isEmpty == true ? nil : $0 }
        exceptions = ProxyExceptions(value("no_proxy")?.text ?? "")
    }

    /// The proxy for a request; `nil` to send it directly, as always to this machine.
    package func proxy(for request: HTTPRequest) throws(TransportError) -> ProxyAddress? {
        guard let scheme = request.scheme, let (variable, text) = proxies[scheme], let authority = request.authority,
            let host = try? URLHost(ofAuthority: authority), !exceptions.contains(host.description)
        else { return nil }
        guard let proxy = ProxyAddress(text) else {
            throw TransportError(
                .unusableProxy, "the proxy in \(variable) cannot be used; it must be http://HOST:PORT")
        }
        return proxy
    }
}

package struct ProxyAddress: Sendable, Hashable {
    /// The name or address of its host, an IPv6 address without brackets.
    package let host: String
    /// Its port; 1080 if the text names none, as with curl.
    package let port: Int
    /// The user name and password for the proxy, encoded for the scheme Basic.
    package let credentials: String?

    /// Reads `http://NAME:PASSWORD@HOST:PORT`, where everything but the host is optional; `nil` for another scheme.
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
