// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl

extension ProxyAddress {
    /// The failure of the proxy itself, or `nil` for one of the server behind it; `status` is 0 without a response.
    func failure(
        _ code: CURLcode, answering status: Int, toReach place: String
    ) -> (code: TransportError.Code, message: String)? {
        let name = "the proxy \(host.contains(":") ? "[\(host)]" : host):\(port)"
        switch (status, code) {
        // RFC 9110 §15.5.8
        case (407, _):
            let defect =
                credentials == nil ? "requires a user name and a password" : "rejected the user name or the password"
            return (.unusableProxy, "\(name) \(defect) (407); set the proxy to http://NAME:PASSWORD@HOST:PORT")
        case (200..<300, _): return nil
        case (1..., _): return (.unreachable, "\(name) rejected a tunnel to \(place) with status \(status)")
        case (_, CURLE_COULDNT_RESOLVE_PROXY):
            return (.unreachable, "\(name) has an unknown host; check the proxy in the environment")
        case (_, CURLE_COULDNT_CONNECT):
            return (.unreachable, "\(name) does not respond; check the proxy in the environment")
        default: return nil
        }
    }
}
#endif
