// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth
import TenantAuthorization

extension Pages {
    /// The page that asks the person to choose an account to sign out.
    func signOutPicker(
        _ logout: LogoutRequest, members: [BrowserSessions.Member], at selector: TenantSelector
    ) -> Response {
        let carried = [
            ("client_id", logout.clientID), ("post_logout_redirect_uri", logout.redirectURI?.text),
            ("state", logout.state),
        ]
        return html(
            "sign-out",
            [
                "action": LogoutEndpoint.path(at: selector),
                "carried": carried.compactMap { name, value in value.map { ["name": name, "value": $0] } },
                "members": members.map { PersonEntry($0.person).values },
                "isOne": members.count == 1,
            ],
            policy: .page(formsMayLeadTo: [logout.redirectURI].compactMap(\.self)))
    }

    /// The page that loads the logout URIs of apps, and then leads on.
    func signedOut(_ logout: LogoutRequest, telling places: [RedirectURI]) -> Response {
        var values: [String: Any] = [
            "places": places.map(\.text), "isAddressRefused": logout.isAddressRefused,
        ]
        values["address"] = logout.address
        return html("signed-out", values, policy: .page(framing: places))
    }
}
