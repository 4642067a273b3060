// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
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
    /// A redirect URI without a path gets a slash. A `form_post` answer that no form can carry travels in the query, or
    /// with tokens in the fragment.
    func address(carrying answer: FormParameters) -> String {
        let text = redirectURI.text
        let hasQuery = text.contains("?")
        let isBare = takesForms && redirectURI.path == "/" && !text.hasSuffix("/")
        let hasTokens = answer["id_token"] != nil || answer["access_token"] != nil
        let separator = mode == .fragment || hasTokens ? "#" : hasQuery ? "&" : "?"
        return text + (isBare && !hasQuery ? "/" : "") + separator + parameters(carrying: answer).encoded
    }

    /// The response mode that a request asks for; errors use it too.
    ///
    /// A mode that cannot be granted falls back to the usual one.
    package static func mode(of parameters: FormParameters, to redirectURI: RedirectURI) -> ResponseMode {
        let usual = (parameters["response_type"].flatMap(ResponseType.init) ?? .code).usualMode
        guard let asked = parameters["response_mode"].flatMap(ResponseMode.init), asked != .query else { return usual }
        let isWeb = ["http", "https"].contains(redirectURI.scheme)
        return asked == .formPost && !isWeb ? usual : asked
    }
}

/// The response type that an app requests; the order of its words has no meaning.
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §3, §5
package struct ResponseType: Sendable, Hashable {
    /// One word of a response type.
    package enum Word: String, Sendable {
        case code
        case idToken = "id_token"
        case token
    }

    package let words: Set<Word>

    package static let code = ResponseType(words: [.code])

    init(words: Set<Word>) {
        self.words = words
    }

    /// Reads a type; `nil` for an empty one, and for one with unknown words.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map { Word(rawValue: String($0)) }
        let known = Set(words.compactMap(\.self))
        guard !known.isEmpty, !words.contains(nil) else { return nil }
        self.words = known
    }

    /// Whether tokens travel through the browser.
    package var isFrontChannel: Bool { words != [.code] }

    /// The default mode: a token must not be in a query, because servers write queries into their logs.
    var usualMode: RedirectTarget.ResponseMode { isFrontChannel ? .fragment : .query }
}

extension String {
    /// The text without HTML tags, as the real service returns a state.
    ///
    /// A tag cannot contain `<`, so the pattern looks at each character once, however many tags begin and none ends.
    package var withoutMarkup: String {
        replacing(#/<[A-Za-z\/!?][^<>]*>/#.matchingSemantics(.unicodeScalar), with: "")
    }
}
