// SPDX-License-Identifier: Apache-2.0
import OAuth

/// The app that waits for the answer to an authorization request, and where.
///
/// Only once this is known may anything be redirected.
struct RedirectTarget: Sendable {
    /// In which part of the address an answer travels.
    enum ResponseMode: String, Sendable, CaseIterable {
        case query, fragment
    }

    let client: RegisteredApp
    let redirectURI: RedirectURI
    let state: String?
    var mode: ResponseMode = .query

    /// The address that carries an answer to the app.
    ///
    /// A redirect URI without a path comes back with a slash.
    func address(carrying answer: FormParameters) -> String {
        var answer = answer
        answer.append("state", state)
        let text = redirectURI.text
        let hasQuery = text.contains("?")
        let isBare = ["http", "https"].contains(redirectURI.scheme) && redirectURI.path == "/" && !text.hasSuffix("/")
        let separator = mode == .fragment ? "#" : hasQuery ? "&" : "?"
        return text + (isBare && !hasQuery ? "/" : "") + separator + answer.encoded
    }
}
