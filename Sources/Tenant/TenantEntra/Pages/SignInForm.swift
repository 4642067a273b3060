// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuth
import TenantAuthorization
import TenantDirectory

/// The content that every form of the sign-in carries.
struct SignInForm {
    let cookie: FormCookie
    private let authorize: AuthorizeRequest
    private let place: String
    private let token: String
    private let protection: CSRFProtection

    /// Prepares a form.
    ///
    /// - Parameters:
    ///   - authorize: The request that the form carries.
    ///   - cookie: The cookie of the browser.
    ///   - protection: The maker of the form's token.
    ///   - purpose: The purpose of the form's token; `nil` takes the next step of this sign-in.
    ///   - place: The last segment of the form's address, after the directory.
    init(
        _ authorize: AuthorizeRequest, cookie: FormCookie, protection: CSRFProtection, purpose: String? = nil,
        place: String = "login"
    ) {
        self.authorize = authorize
        self.cookie = cookie
        self.protection = protection
        self.place = place
        token = protection.token(for: cookie.value, purpose: purpose ?? authorize.carried.purpose)
    }

    /// A second token, for a form with one purpose only.
    func proof(of purpose: String) -> String { protection.token(for: cookie.value, purpose: purpose) }

    /// The values for the template.
    var values: [String: Any] {
        [
            "appName": authorize.target.client.displayName,
            "action": "/\(authorize.selector.name)/\(place)",
            "csrf": token,
            "carried": [["name": authorize.carried.field.name, "value": authorize.carried.field.value]],
        ]
    }
}
