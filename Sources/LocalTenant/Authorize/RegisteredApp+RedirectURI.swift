// SPDX-License-Identifier: Apache-2.0
import OAuth

extension RegisteredApp {
    /// How long a redirect URI may be, in bytes.
    static let longestRedirectURI = 256

    /// Every address at which answers may be had.
    var allRedirectURIs: [String] { redirectURIs + spaRedirectURIs }

    /// The address for the answer to a request.
    ///
    /// The real service takes any registered one if the request names none; this takes the first.
    ///
    /// - Throws: ``SignInProblem`` (50011, 500113, 900971, 90100, 90102), which is shown on a page.
    func redirectURI(asked: String?) throws -> RedirectURI {
        guard let asked else {
            guard let first = allRedirectURIs.lazy.compactMap(RedirectURI.init).first else {
                throw SignInProblem.redirectRefused(.noAddressProvided, client: self)
            }
            return first
        }
        guard !asked.isEmpty else {
            throw SignInProblem.redirectRefused(.invalidParameter("redirect_uri"), client: self)
        }
        guard asked.isAbsoluteURI else { throw SignInProblem.redirectRefused(.addressNotAbsolute, client: self) }
        guard !allRedirectURIs.isEmpty else {
            throw SignInProblem.redirectRefused(.noAddressRegistered, client: self)
        }
        guard asked.utf8.count <= Self.longestRedirectURI, registers(asked), let redirectURI = RedirectURI(asked) else {
            throw SignInProblem.redirectRefused(.redirectMismatch(asked, client: id), client: self)
        }
        return redirectURI
    }
}

extension String {
    /// Whether it begins with a scheme and holds no white space. RFC 3986 §4.3
    fileprivate var isAbsoluteURI: Bool {
        utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:/#) != nil
    }

    /// The text without HTML tags, as the real service gives a state back.
    var withoutMarkup: String {
        replacing(#/<[A-Za-z\/!?][^>]*>/#.matchingSemantics(.unicodeScalar), with: "")
    }
}
