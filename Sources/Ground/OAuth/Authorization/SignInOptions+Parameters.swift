// SPDX-License-Identifier: Apache-2.0
import Foundation

extension SignInOptions {
    /// The options as parameters of an authorization request.
    ///
    /// Only `claims` can make a value essential. `acr_values` repeats it for providers that do not read `claims`.
    var parameters: FormParameters {
        let contexts = acrValues + essentialACRValues.filter { !acrValues.contains($0) }
        var parameters = FormParameters()
        parameters.append("prompt", prompt?.rawValue)
        parameters.append("login_hint", loginHint)
        parameters.append("domain_hint", domainHint)
        parameters.append("ui_locales", uiLocales.isEmpty ? nil : uiLocales.joined(separator: " "))
        parameters.append("max_age", maxAge.map(Self.wholeSeconds))
        parameters.append("acr_values", contexts.isEmpty ? nil : contexts.joined(separator: " "))
        let contextClaims =
            essentialACRValues.isEmpty ? nil : ClaimsRequest(essentialIDTokenClaim: "acr", values: essentialACRValues)
        parameters.append("claims", (contextClaims?.merging(claims) ?? claims)?.json)
        parameters.append("authorization_details", authorizationDetails?.json)
        for (name, value) in additionalParameters.sorted(by: { $0.key < $1.key }) where !Self.reserved.contains(name) {
            parameters.append(name, value)
        }
        return parameters
    }

    /// The request comes from a session, and another program may have written that; not every duration has a number of
    /// seconds.
    private static func wholeSeconds(_ time: Duration) -> String {
        String(min(max(time, .zero), .seconds(UInt32.max)).components.seconds)
    }
}

extension SignInOptions {
    /// The names of additional parameters that the client sends itself, or that could replace what it sends.
    package var reservedParameters: [String] { additionalParameters.keys.filter(Self.reserved.contains).sorted() }

    private static let reserved: Set<String> = [
        "client_id", "response_type", "redirect_uri", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "response_mode", "prompt", "login_hint", "domain_hint", "ui_locales", "max_age",
        "acr_values", "claims", "request", "request_uri", "id_token_hint", "dpop_jkt", "client_secret",
        "client_assertion", "client_assertion_type", "code_verifier", "resource", "authorization_details",
    ]
}
