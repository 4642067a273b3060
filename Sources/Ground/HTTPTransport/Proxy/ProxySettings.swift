// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Foundation
package import HTTPMessages

/// The proxies that the environment names, read as curl reads them.
///
/// `https_proxy` and `http_proxy` name the proxy for addresses of that scheme, `no_proxy` the hosts that are asked
/// without one. The name in lower case wins over the one in upper case. `HTTP_PROXY` counts only outside of CGI: there,
/// a client sets it with its field `Proxy`. Apple's systems have settings of their own. The client library asks the
/// proxy for a tunnel (`CONNECT`) for plain http, too.
package struct ProxySettings: Sendable {
    private let proxies: [String: String]
    private let exceptions: ProxyExceptions

    /// Reads the environment; a proxy that cannot be used is refused when a request needs it.
    package init(environment: [String: String]) {
        func value(_ name: String, orUpperCase isAllowed: Bool = true) -> String? {
            let value = environment[name] ?? (isAllowed ? environment[name.uppercased()] : nil)
            return value?.isEmpty == true ? nil : value
        }
        proxies = [
            "https": value("https_proxy"),
            "http": value("http_proxy", orUpperCase: environment["REQUEST_METHOD"] == nil),
        ].compactMapValues { $0 }
        exceptions = ProxyExceptions(value("no_proxy") ?? "")
    }

    /// The proxy for a request; `nil` to send it to the server itself, as always to this machine.
    ///
    /// - Throws: ``TransportError`` (`unusableProxy`) if the environment names a proxy that cannot be used.
    package func proxy(for request: HTTPRequest) throws(TransportError) -> ProxyAddress? {
        guard let scheme = request.scheme, let text = proxies[scheme],
            let host = URL(string: request.server)?.host(), !exceptions.contains(host)
        else { return nil }
        guard let proxy = ProxyAddress(text) else {
            throw TransportError(
                .unusableProxy, "the proxy of \(scheme)_proxy cannot be used; it must be http://HOST:PORT")
        }
        return proxy
    }
}
#endif
