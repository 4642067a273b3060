// SPDX-License-Identifier: Apache-2.0
package import Foundation
import OAuth

extension ProviderMetadata {
    /// Refuses, besides, an address on loopback that a provider elsewhere names: it would lead to whatever listens on
    /// the machine of the one who signs in.
    ///
    /// - Throws: ``Refusal`` (`addressInsecure`).
    package static func secure(_ address: URL, namedBy issuer: URL) throws -> URL {
        guard address.scheme?.lowercased() == "https" || issuer.scheme?.lowercased() == "http" else {
            throw Refusal(
                .addressInsecure,
                "\(issuer.absoluteString) names \(address.absoluteString), which must begin with https:// as well")
        }
        return try secure(address)
    }

    /// Refuses an address over which anybody could read or change what is said.
    ///
    /// - Throws: ``Refusal`` (`addressInsecure`). Plain http is for loopback only.
    package static func secure(_ address: URL) throws -> URL {
        let scheme = address.scheme?.lowercased()
        guard let host = address.host(), !host.isEmpty,
            scheme == "https" || (scheme == "http" && LoopbackHost.contains(host))
        else {
            throw Refusal(
                .addressInsecure, "\(address.absoluteString) is not safe to use; it must begin with https://")
        }
        return address
    }
}
