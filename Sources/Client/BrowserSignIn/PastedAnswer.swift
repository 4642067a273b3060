// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

/// The text that a user copied from a browser: the complete redirect URL, or the part after its `?`.
///
/// It accepts only text that the sign-in would accept, so that the user can correct a mistake immediately; the sign-in
/// validates the URL again.
package struct PastedAnswer {
    package let redirect: Redacted<URL>

    package init(_ line: String, for redirectURI: RedirectURI, answering url: URL) throws {
        let text = line.trimmed { $0.isSpace || "\"'<>".contains($0) }
        guard !text.isEmpty else {
            throw Refusal(.codeMissing, "nothing was pasted; copy the complete URL where the sign-in ended")
        }
        guard text.utf8.count <= 16 * 1024, let redirect = Self.address(text, at: redirectURI),
            redirectURI.receives(redirect)
        else {
            throw Refusal(
                .redirectMismatch,
                "this is not the URL where the sign-in ends; that begins with \(redirectURI)")
        }
        guard let parameters = FormParameters(response: redirect.encodedQuery) else {
            throw Refusal(.redirectMismatch, "the URL cannot be parsed; copy it completely")
        }
        guard parameters["code"] != nil || parameters["error"] != nil else {
            throw Refusal(
                .codeMissing, "the URL contains no response; copy it when the browser shows the page after the sign-in")
        }
        let asked = FormParameters(queryOf: url)?["state"]
        guard let asked, let state = try parameters.once("state"), state.isSameSecret(as: asked) else {
            throw Refusal(
                .stateMismatch, "the URL belongs to another sign-in, or is incomplete; copy it again")
        }
        self.redirect = Redacted(redirect)
    }

    private static func address(_ text: String, at redirectURI: RedirectURI) -> URL? {
        // Text that is neither a query nor a URL can only be a code, which alone does not identify the sign-in.
        let looksLikeQuery = text.contains(#/^\??(code|state|error|error_description|session_state|iss)=/#)
        guard looksLikeQuery else { return URL.repairing(text) }
        let query = text.hasPrefix("?") ? text.dropFirst() : text[...]
        return URL.repairing(redirectURI.text + (redirectURI.text.contains("?") ? "&" : "?") + query)
    }
}
