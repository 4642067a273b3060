// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The parts of `https://host/{audience}/v2.0`, the issuer of Entra ID.
struct EntraIssuer {
    /// The placeholder of the directory in the metadata of shared endpoints.
    static let template = "{tenantid}"

    /// Scheme, host and port.
    let origin: Substring
    let audience: String

    /// Parsed by hand, since the braces of the template are not allowed in a URL.
    init?(_ text: String) {
        guard let scheme = text.range(of: "://") else { return nil }
        let segments = text[scheme.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count == 3, segments[2] == "v2.0" else { return nil }
        origin = text[..<segments[0].endIndex]
        audience = String(segments[1])
    }

    /// The directory, if the issuer names one.
    var directory: DirectoryID? { DirectoryID(rawValue: audience) }

    /// Whether a key that is published for `keyIssuer`, one issuer or the template of all, may sign for `issuer`.
    static func key(of keyIssuer: String, signsFor issuer: String) -> Bool {
        guard let directory = EntraIssuer(issuer)?.audience else { return false }
        return keyIssuer.replacingOccurrences(of: template, with: directory).utf8.elementsEqual(issuer.utf8)
    }
}
