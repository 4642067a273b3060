// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A question to the token endpoint.
///
/// RFC 6749 §4.1.3, §4.4.2 and §6, RFC 7636 §4.5, RFC 8628 §3.1 and §3.4
public struct TokenRequest: Sendable {
    /// The form to send; it holds secrets.
    public let form: Redacted<FormParameters>
    /// What the tokens must allow, whether or not the form says it again.
    package let scopes: ScopeSet
    /// Whether an answer without an access token is of no use.
    package let needsAccessToken: Bool
    /// Client id and secret as HTTP Basic carries them; `nil` for a client without a secret. RFC 6749 §2.3.1
    package let basicCredentials: Redacted<String>?

    /// Redeems the code of a redirect that was checked.
    ///
    /// - Parameters:
    ///   - response: The checked redirect.
    ///   - registration: The client that asks; its secret is sent if it has one.
    ///   - scopes: What to ask for now, where the provider gives tokens for one resource at a time.
    package init(redeeming response: AuthorizationResponse, for registration: ClientRegistration, scopes: ScopeSet?) {
        var form: FormParameters = [
            "grant_type": "authorization_code",
            "code": response.code.revealed,
            "redirect_uri": response.request.redirectURI.text,
            "client_id": registration.clientID,
            "code_verifier": response.request.proofKey.verifier.revealed,
        ]
        form.append("scope", scopes?.text)
        // Who asks only for an identity loses nothing: Azure AD B2C then sends no access token.
        let asked = scopes ?? registration.scopes
        self.init(form, for: registration, scopes: asked, needsAccessToken: !asked.resourcePart.isEmpty)
    }

    /// Asks for new tokens with a refresh token.
    ///
    /// - Parameters:
    ///   - refreshToken: The token that proves the earlier sign-in.
    ///   - registration: The client that asks; its secret is sent if it has one.
    ///   - scopes: What to ask for, where the provider wants it said again.
    package init(refreshing refreshToken: Redacted<String>, for registration: ClientRegistration, scopes: ScopeSet?) {
        var form: FormParameters = [
            "grant_type": "refresh_token",
            "refresh_token": refreshToken.revealed,
            "client_id": registration.clientID,
        ]
        form.append("scope", scopes?.text)
        self.init(form, for: registration, scopes: scopes ?? registration.scopes, needsAccessToken: true)
    }

    /// Asks for a device code; it goes to the endpoint of device codes, in the same form. RFC 8628 §3.1
    ///
    /// - Parameter registration: The client that asks; its secret is sent if it has one.
    package init(deviceCodeFor registration: ClientRegistration) {
        let form: FormParameters = ["client_id": registration.clientID, "scope": registration.scopes.text]
        self.init(form, for: registration, scopes: registration.scopes, needsAccessToken: false)
    }

    /// Asks whether the person has answered a device authorization.
    ///
    /// - Parameters:
    ///   - authorization: What the person was shown.
    ///   - registration: The client that asks; its secret is sent if it has one.
    package init(polling authorization: DeviceAuthorization, for registration: ClientRegistration) {
        let form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            "device_code": authorization.deviceCode.revealed,
            "client_id": registration.clientID,
        ]
        let scopes = registration.scopes
        self.init(form, for: registration, scopes: scopes, needsAccessToken: !scopes.resourcePart.isEmpty)
    }

    /// Asks for a token of the client itself, on behalf of nobody.
    ///
    /// - Parameters:
    ///   - registration: A client with a secret.
    ///   - scopes: What the token must allow.
    package init(asClient registration: ClientRegistration, scopes: ScopeSet) {
        let form: FormParameters = [
            "grant_type": "client_credentials", "client_id": registration.clientID, "scope": scopes.text,
        ]
        self.init(form, for: registration, scopes: scopes, needsAccessToken: true)
    }

    private init(
        _ form: FormParameters, for registration: ClientRegistration, scopes: ScopeSet, needsAccessToken: Bool
    ) {
        var form = form
        form.append("client_secret", registration.clientSecret?.revealed)
        self.form = Redacted(form)
        basicCredentials = registration.clientSecret.map { secret in
            let pair = "\(FormParameters.encoded(registration.clientID)):\(FormParameters.encoded(secret.revealed))"
            return Redacted(Data(pair.utf8).base64EncodedString())
        }
        self.scopes = scopes
        self.needsAccessToken = needsAccessToken
    }

    /// The form without the client's secret, for a provider that wants ``basicCredentials`` instead of it.
    package var formWithoutSecret: Redacted<FormParameters> {
        var form = FormParameters()
        for pair in self.form.revealed.pairs where pair.name != "client_secret" { form.append(pair.name, pair.value) }
        return Redacted(form)
    }
}
