// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension URL {
    /// Whether nobody on the way can read or change a request to it: it goes over https, or stays on this machine.
    ///
    /// RFC 6750 §5.3, RFC 8252 §8.3
    package var hasSecureTransport: Bool {
        guard let host = host(), !host.isEmpty else { return false }
        let scheme = scheme?.lowercased()
        return scheme == "https" || (scheme == "http" && LoopbackHost.contains(host))
    }
}
