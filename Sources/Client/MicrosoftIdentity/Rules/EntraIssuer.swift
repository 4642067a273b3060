// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The parts of `https://host/{audience}/v2.0`, the issuer of Entra ID.
struct EntraIssuer {
    /// The placeholder of the directory in the metadata of shared endpoints.
    static let template = "{tenantid}"

    /// Scheme, host and port.
    let origin: Substring
    let audience: String

    /// Parsed by hand, since the braces of the template are not allowed in a URL; by bytes, since each token has one.
    init?(_ text: String) {
        let slash = UInt8(ascii: "/")
        let parts = text.utf8.split(separator: slash, maxSplits: 5, omittingEmptySubsequences: false)
        // The scheme with its colon, nothing between the two slashes, host, audience, version.
        guard parts.count == 5, parts[0].last == UInt8(ascii: ":"), parts[1].isEmpty,
            parts[4].elementsEqual("v2.0".utf8)
        else { return nil }
        origin = text[..<parts[2].endIndex]
        audience = String(Substring(parts[3]))
    }

    /// The directory, if the issuer names one.
    var directory: DirectoryID? { DirectoryID(rawValue: audience) }

    /// Whether a key that is published for `keyIssuer`, one issuer or the template of all, may sign for `issuer`.
    static func key(of keyIssuer: String, signsFor issuer: String) -> Bool {
        guard let directory = EntraIssuer(issuer)?.audience else { return false }
        return isFilled(keyIssuer, with: directory, toGive: issuer)
    }

    /// Whether a text with a directory in the place of each template gives an issuer, byte by byte.
    static func isFilled(_ text: String, with directory: String, toGive issuer: String) -> Bool {
        // Arrays: each token is compared, and slices of a text take several times as long.
        var (text, issuer) = (Array(text.utf8)[...], Array(issuer.utf8)[...])
        while let brace = text.firstIndex(of: UInt8(ascii: "{")), text[brace...].starts(with: template.utf8) {
            for part in [text[..<brace], Array(directory.utf8)[...]] {
                guard issuer.starts(with: part) else { return false }
                issuer = issuer.dropFirst(part.count)
            }
            text = text[brace...].dropFirst(template.utf8.count)
        }
        return issuer == text
    }
}
