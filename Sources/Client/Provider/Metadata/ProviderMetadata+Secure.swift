// SPDX-License-Identifier: Apache-2.0
package import Foundation
import OAuth

extension ProviderMetadata {
    /// Also refuses plain http if the issuer uses https, and an address on this machine that an issuer elsewhere names:
    /// the person's own programs listen there.
    ///
    /// - Throws: ``Refusal`` (`addressInsecure`).
    package static func secure(_ address: URL, namedBy issuer: URL) throws -> URL {
        guard address.scheme?.lowercased() == "https" || issuer.scheme?.lowercased() == "http" else {
            throw Refusal(
                .addressInsecure,
                "\(issuer.absoluteString) names \(shown(address)), which must begin with https:// as well")
        }
        guard isOnThisMachine(issuer) || !isOnThisMachine(address) else {
            throw Refusal(
                .addressInsecure,
                "\(issuer.absoluteString) names \(shown(address)), which is on this machine; check the issuer")
        }
        return try secure(address)
    }

    /// An endpoint; `nil` for an address without a place, such as the `urn:` of clusters that have no sign-in page.
    ///
    /// - Throws: ``Refusal`` (`addressInsecure`) for a place that is not safe.
    static func endpoint(_ address: URL, namedBy issuer: URL) throws -> URL? {
        address.scheme?.lowercased() == "urn" ? nil : try secure(address, namedBy: issuer)
    }

    /// Without query and fragment, which may hold a secret such as a person's code.
    private static func shown(_ address: URL) -> String {
        String(address.absoluteString.prefix { $0 != "?" && $0 != "#" })
    }

    /// A connection to `0.0.0.0` or `::` leads to the machine that opens it.
    private static func isOnThisMachine(_ address: URL) -> Bool {
        address.host().map { LoopbackHost.contains($0) || LoopbackHost.isUnspecified($0) } ?? false
    }

    /// Refuses an address over which an attacker could read or change the messages.
    ///
    /// - Throws: ``Refusal`` (`addressInsecure`). Plain http is for loopback only.
    package static func secure(_ address: URL) throws -> URL {
        guard address.hasSecureTransport else {
            throw Refusal(
                .addressInsecure, "\(shown(address)) is not safe to use; it must begin with https://")
        }
        return address
    }
}
