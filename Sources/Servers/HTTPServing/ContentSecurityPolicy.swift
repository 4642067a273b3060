// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
import PortableFoundation
import SystemCryptography

/// The policy of one of our pages. Content Security Policy Level 3
package struct ContentSecurityPolicy: Sendable, Hashable {
    package let text: String

    package static let nothing = ContentSecurityPolicy(
        text: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")

    /// Chromium applies `form-action` to redirects after a form, too; URIs that are no valid source are omitted.
    package static func page(formsMayLeadTo redirects: [RedirectURI] = []) -> ContentSecurityPolicy {
        ContentSecurityPolicy(
            text: "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
                + "base-uri 'none'; form-action \((["'self'"] + sources(for: redirects)).joined(separator: " "))")
    }

    package static func page(framing places: [RedirectURI]) -> ContentSecurityPolicy {
        let sources = sources(for: places)
        return ContentSecurityPolicy(
            text: "default-src 'none'; style-src 'self'; img-src 'self' data:; "
                + "frame-src \(sources.isEmpty ? "'none'" : sources.joined(separator: " ")); "
                + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
    }

    /// A page with one script that posts its form to another origin; `nil` if the URI is no valid source.
    package static func handOver(to redirect: RedirectURI, script: String) -> ContentSecurityPolicy? {
        guard let target = source(for: redirect) else { return nil }
        let hash = Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString()
        return ContentSecurityPolicy(
            text: "default-src 'none'; script-src 'sha256-\(hash)'; style-src 'self'; img-src 'self' data:; "
                + "frame-ancestors 'none'; base-uri 'none'; form-action \(target)")
    }

    private static func sources(for redirects: [RedirectURI]) -> [String] {
        var known: Set<String> = []
        return redirects.compactMap(source(for:)).filter { known.insert($0).inserted }
    }

    /// Permits only the grammar's characters, so that no redirect URI can end the directive or begin another.
    private static func source(for redirect: RedirectURI) -> String? {
        let scheme = redirect.scheme
        guard let first = scheme.utf8.first, letters.contains(first), schemeBytes.isSuperset(of: scheme.utf8),
            !inDocumentSchemes.contains(scheme)
        else { return nil }
        guard ["http", "https"].contains(scheme) else { return scheme + ":" }
        guard !redirect.host.isEmpty, hostBytes.isSuperset(of: redirect.host.utf8) else {
            // The grammar has no IPv6 addresses; for loopback, allowing the whole scheme is safe.
            return redirect.isLoopback ? scheme + ":" : nil
        }
        return "\(scheme)://\(redirect.host)" + (redirect.port.map { ":\($0)" } ?? "")
    }

    /// Schemes with content or code in their URIs, to which no redirect may go.
    package static let inDocumentSchemes: Set = ["about", "blob", "data", "filesystem", "javascript", "vbscript"]
    private static let letters = Set("abcdefghijklmnopqrstuvwxyz".utf8)
    private static let hostBytes = letters.union("0123456789-.".utf8)
    private static let schemeBytes = hostBytes.union("+".utf8)
}
