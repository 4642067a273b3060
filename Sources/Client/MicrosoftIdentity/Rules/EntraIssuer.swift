// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// Entra ID's issuer, `https://host/{audience}/v2.0`.
struct EntraIssuer {
    /// The placeholder for the directory in the metadata of shared endpoints.
    static let template = "{tenantid}"

    let origin: Substring
    let audience: String

    /// A URL cannot contain the template's braces; parsed by bytes for speed, because each token has an issuer.
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

    var directory: DirectoryID? { DirectoryID(rawValue: audience) }

    /// `keyIssuer` is one issuer, or the template for all.
    static func key(of keyIssuer: String, signsFor issuer: String) -> Bool {
        guard let directory = EntraIssuer(issuer)?.audience else { return false }
        return isFilled(keyIssuer, with: directory, toGive: issuer)
    }

    /// Whether `text`, with the directory in place of each template, is the issuer.
    static func isFilled(_ text: String, with directory: String, toGive issuer: String) -> Bool {
        // Arrays: each token is compared, and slices of a string take several times as long.
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
