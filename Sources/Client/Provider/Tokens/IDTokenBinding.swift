// SPDX-License-Identifier: Apache-2.0
package import OAuth

/// The values that an ID token must match: those of its request, and of the response around it.
package struct IDTokenBinding: Sendable {
    /// The nonce of the request; `nil` where no browser carried one.
    var nonce: Redacted<String>?
    /// The longest time since the person last authenticated.
    var maxAge: Duration?
    /// Authentication context class references, one of which the token must name; empty requires none.
    var essentialACRValues: [String] = []
    /// The access token that came with it.
    var accessToken: Redacted<String>?
    /// The code that came with it, or that it was issued for.
    var code: Redacted<String>?

    /// The binding of an ID token that the token endpoint issued for a code.
    init(_ tokens: TokenResponse, answering response: AuthorizationResponse) {
        let request = response.request
        nonce = request.nonce
        maxAge = request.options.maxAge
        essentialACRValues = request.options.essentialACRValues
        accessToken = tokens.accessToken
        code = response.code
    }

    /// The binding of an ID token without a request in a browser.
    package init(_ tokens: TokenResponse) {
        accessToken = tokens.accessToken
    }
}
