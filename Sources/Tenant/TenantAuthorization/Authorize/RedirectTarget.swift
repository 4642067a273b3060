// SPDX-License-Identifier: Apache-2.0
package import OAuth
package import TenantDirectory

/// The app that awaits the answer to an authorization request, and its redirect URI.
///
/// Nothing may be sent there before both are known.
package struct RedirectTarget: Sendable {
    /// The way of an answer to the app.
    ///
    /// OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2
    package enum ResponseMode: String, Sendable, CaseIterable {
        case query, fragment
        case formPost = "form_post"
    }

    /// The parameter with the session's state. OpenID Connect Session Management §3
    package static let sessionState = "session_state"

    package let client: RegisteredApp
    package let redirectURI: RedirectURI
    package let state: String?
    package var mode: ResponseMode = .query

    package init(client: RegisteredApp, redirectURI: RedirectURI, state: String?, mode: ResponseMode = .query) {
        (self.client, self.redirectURI, self.state, self.mode) = (client, redirectURI, state, mode)
    }

    /// Whether a form can be sent to the app: only a web server can take one.
    var takesForms: Bool { ["http", "https"].contains(redirectURI.scheme) }

    /// The parameters of the response: an answer and the request's state; the session's state is last, as in the real
    /// service.
    func parameters(carrying answer: FormParameters) -> FormParameters {
        var parameters = FormParameters()
        for pair in answer.pairs where pair.name != Self.sessionState { parameters.append(pair.name, pair.value) }
        parameters.append("state", state)
        parameters.append(Self.sessionState, answer[Self.sessionState])
        return parameters
    }

    /// The address that carries an answer to the app.
    ///
    /// A redirect URI without a path gets a slash. A `form_post` answer that no form can carry travels in the query.
    func address(carrying answer: FormParameters) -> String {
        let text = redirectURI.text
        let hasQuery = text.contains("?")
        let isBare = takesForms && redirectURI.path == "/" && !text.hasSuffix("/")
        let separator = mode == .fragment ? "#" : hasQuery ? "&" : "?"
        return text + (isBare && !hasQuery ? "/" : "") + separator + parameters(carrying: answer).encoded
    }
}
