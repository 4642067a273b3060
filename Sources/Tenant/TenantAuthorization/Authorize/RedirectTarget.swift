// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import TenantDirectory

/// The app that receives an authorization response, and its redirect URI; nothing is sent before both are validated.
package struct RedirectTarget: Sendable {
    /// From OAuth 2.0 Multiple Response Type Encoding Practices §2.1, and OAuth 2.0 Form Post Response Mode §2.
    package enum ResponseMode: String, Sendable, CaseIterable {
        case query, fragment
        case formPost = "form_post"
    }

    /// From OpenID Connect Session Management §3.
    package static let sessionState = "session_state"

    package let client: RegisteredApp
    package let redirectURI: RedirectURI
    package let state: String?
    package var mode: ResponseMode = .query

    package init(client: RegisteredApp, redirectURI: RedirectURI, state: String?, mode: ResponseMode = .query) {
        (self.client, self.redirectURI, self.state, self.mode) = (client, redirectURI, state, mode)
    }

    /// Only a web server can receive a form.
    var takesForms: Bool { ["http", "https"].contains(redirectURI.scheme) }

    /// The session's state is last, as in the real service.
    func parameters(carrying answer: FormParameters) -> FormParameters {
        var parameters = FormParameters()
        for pair in answer.pairs where pair.name != Self.sessionState { parameters.append(pair.name, pair.value) }
        parameters.append("state", state)
        parameters.append(Self.sessionState, answer[Self.sessionState])
        return parameters
    }

    /// A bare redirect URI gets a slash.
    ///
    /// A `form_post` response that no form can carry is in the query, or with tokens in the fragment.
    func address(carrying answer: FormParameters) -> String {
        let text = redirectURI.text
        let hasQuery = text.contains("?")
        let isBare = takesForms && redirectURI.path == "/" && !text.hasSuffix("/")
        let hasTokens = answer["id_token"] != nil || answer["access_token"] != nil
        let separator = mode == .fragment || hasTokens ? "#" : hasQuery ? "&" : "?"
        return text + (isBare && !hasQuery ? "/" : "") + separator + parameters(carrying: answer).encoded
    }

    /// Also for errors; a mode that cannot be granted falls back to the usual one.
    package static func mode(of parameters: FormParameters, to redirectURI: RedirectURI) -> ResponseMode {
        let usual = (parameters["response_type"].flatMap(ResponseType.init) ?? .code).usualMode
        guard let asked = parameters["response_mode"].flatMap(ResponseMode.init), asked != .query else { return usual }
        let isWeb = ["http", "https"].contains(redirectURI.scheme)
        return asked == .formPost && !isWeb ? usual : asked
    }
}

/// A requested response type, whose words have no order. OAuth 2.0 Multiple Response Type Encoding Practices §3, §5
package struct ResponseType: Sendable, Hashable {
    package enum Word: String, Sendable {
        case code
        case idToken = "id_token"
        case token
    }

    package let words: Set<Word>

    package static let code = ResponseType(words: [.code])

    init(words: Set<Word>) { self.words = words }

    package init?(_ text: String) {
        let words = text.split(separator: " ").map { Word(rawValue: String($0)) }
        let known = Set(words.compactMap(\.self))
        guard !known.isEmpty, !words.contains(nil) else { return nil }
        self.words = known
    }

    package var isFrontChannel: Bool { words != [.code] }

    /// A token must not be in a query, because servers log queries.
    var usualMode: RedirectTarget.ResponseMode { isFrontChannel ? .fragment : .query }
}

extension String {
    /// Removes HTML tags, as the real service does from a state; in linear time, because a tag cannot contain `<`.
    package var withoutMarkup: String {
        replacing(#/<[A-Za-z\/!?][^<>]*>/#.matchingSemantics(.unicodeScalar), with: "")
    }
}
