// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension URL {
    /// Whether a request to it goes over https, or over plain http to this machine only.
    ///
    /// Over plain http, each machine on the way could read and change the request.
    ///
    /// RFC 6750 §5.3, RFC 8252 §8.3
    package var hasSecureTransport: Bool {
        guard let host = host(), !host.isEmpty else { return false }
        let scheme = scheme?.lowercased()
        return scheme == "https" || (scheme == "http" && LoopbackHost.contains(host))
    }
}
