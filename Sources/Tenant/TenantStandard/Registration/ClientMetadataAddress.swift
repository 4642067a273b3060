// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import Hosts
import PortableFoundation

/// A client id that is the address of the client's metadata.
///
/// draft-ietf-oauth-client-id-metadata-document §3
struct ClientMetadataAddress: Sendable, Hashable {
    /// The address exactly as the client sends it.
    let text: String
    let url: URL
    let host: URLHost

    /// Reads a client id; `nil` if it is no address of metadata.
    init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#"),
            let parts = URLComponents(string: text), let url = parts.url, let scheme = parts.scheme?.lowercased(),
            let host = try? URLHost(of: parts), scheme == "https" || scheme == "http" && host.isLoopback,
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
        host.isLoopback ? isLoopback : !host.isPrivateAddress
    }

    /// The servers to which the name may lead; `nil` for this machine, which the name itself says.
    ///
    /// The owner of a name can give it any address. §6.5
    var peerRule: PeerRule? {
        host.isLoopback ? nil : PeerRule(allowsProxy: true, admits: IPAddress.isGlobal)
    }
}
