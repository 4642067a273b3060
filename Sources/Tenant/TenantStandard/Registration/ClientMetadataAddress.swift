// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// A client id that is the address of the client's metadata.
///
/// draft-ietf-oauth-client-id-metadata-document §3
struct ClientMetadataAddress: Sendable, Hashable {
    /// The address exactly as the client sends it.
    let text: String
    let url: URL
    let host: String

    /// Reads a client id; `nil` if it is no address of metadata.
    init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#"),
            let parts = URLComponents(string: text), let url = parts.url, let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil,
            scheme == "https" || scheme == "http" && LoopbackHost.contains(host),
            parts.percentEncodedPath.hasPrefix("/")
        else { return nil }
        let segments = parts.percentEncodedPath.lowercased().replacing("%2e", with: ".").split(separator: "/")
        guard !segments.contains("."), !segments.contains("..") else { return nil }
        (self.text, self.url, self.host) = (text, url, host)
    }

    /// Whether a tenant may fetch it.
    ///
    /// One that only this machine reaches may fetch from this machine, so that apps in development can publish there.
    /// No other address of a private network is fetched: anybody can send the tenant there. §6.5
    func isFetchable(fromLoopback isLoopback: Bool) -> Bool {
        if LoopbackHost.contains(host) { return isLoopback }
        return !LoopbackHost.isPrivateAddress(host)
    }
}
