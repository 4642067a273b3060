// SPDX-License-Identifier: Apache-2.0
package import OAuth

/// What one ID token must fit: the request that it answers, and what came beside it.
package struct IDTokenBinding: Sendable {
    /// The nonce of the request; `nil` where no browser carried one.
    var nonce: Redacted<String>?
    /// The longest time since the person last authenticated.
    var maxAge: Duration?
    /// Authentication context class references, one of which must be named; empty demands none.
    var essentialACRValues: [String] = []
    /// The access token that came with it.
    var accessToken: Redacted<String>?
    /// The code that came with it, or was given for it.
    var code: Redacted<String>?

    /// The binding of an ID token that the token endpoint gave for a code.
    init(_ tokens: TokenResponse, answering response: AuthorizationResponse) {
        let request = response.request
        nonce = request.nonce
        maxAge = request.options.maxAge
        essentialACRValues = request.options.essentialACRValues
        accessToken = tokens.accessToken
        code = response.code
    }

    /// The binding of an ID token that answers no request of a browser.
    package init(_ tokens: TokenResponse) {
        accessToken = tokens.accessToken
    }
}
