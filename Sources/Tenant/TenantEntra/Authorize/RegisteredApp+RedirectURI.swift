// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantDirectory

extension RegisteredApp {
    /// The maximum length of a redirect URI, in bytes.
    static let longestRedirectURI = 256

    /// Every redirect URI, of web apps and of single-page apps.
    package var allRedirectURIs: [String] { redirectURIs + spaRedirectURIs }

    /// The redirect URI of a request.
    ///
    /// Without one in the request, the real service takes any registered one; Tessera takes the first.
    ///
    /// - Throws: ``SignInProblem`` (50011, 500113, 900971, 90100, 90102), which is shown on a page.
    func redirectURI(asked: String?) throws -> RedirectURI {
        let refusal: EntraError
        switch asked {
        case nil:
            if let first = allRedirectURIs.lazy.compactMap(RedirectURI.init).first { return first }
            refusal = .noAddressProvided
        case let asked? where asked.isEmpty: refusal = .invalidParameter("redirect_uri")
        case let asked? where !asked.isAbsoluteURI: refusal = .noAbsoluteURI("redirect_uri")
        case _? where allRedirectURIs.isEmpty: refusal = .noAddressRegistered
        case let asked?:
            if asked.utf8.count <= Self.longestRedirectURI, registers(asked), let address = RedirectURI(asked) {
                return address
            }
            refusal = .redirectMismatch(asked, client: id)
        }
        throw SignInProblem.redirectRefused(refusal, asked: asked, client: self)
    }
}

extension String {
    /// Whether it begins with a scheme and has no white space. RFC 3986 §4.3
    fileprivate var isAbsoluteURI: Bool {
        utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:/#) != nil
    }

    /// The text without HTML tags, as the real service returns a state.
    ///
    /// A tag cannot contain `<`, so the pattern looks at each character once, however many tags begin and none ends.
    package var withoutMarkup: String {
        replacing(#/<[A-Za-z\/!?][^<>]*>/#.matchingSemantics(.unicodeScalar), with: "")
    }
}
