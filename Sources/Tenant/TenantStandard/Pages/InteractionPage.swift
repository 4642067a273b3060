// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

/// The pages of one sign-in; their forms carry its id, and a CSRF token that is valid for one step in one browser.
struct InteractionPage: Sendable {
    /// The form field for the id of the interaction.
    static let field = "interaction"

    let provider: StandardProvider
    let authorize: StandardAuthorizationRequest
    let id: String
    let request: Request

    /// The purpose of a form's CSRF token; the consent form's is valid for one person only.
    static func purpose(_ endpoint: StandardEndpoint, _ id: String, personID: String?) -> String {
        endpoint == .consent ? "standard consent \(id) of \(personID ?? "")" : "standard sign in \(id)"
    }

    /// The page on which the person chooses or types an account.
    func picker(
        members: [DirectoryPerson], people: [DirectoryPerson], username: String?, error: String?
    ) -> Response {
        let signedIn = Set(members.map(\.id))
        var values: [String: Any] = ["directoryName": "Standard OpenID provider", "loginHint": username ?? ""]
        values["error"] = error
        values["sessions"] = members.map { PersonEntry($0).values }
        values["directories"] = [
            [
                "id": "people", "heading": "Sample people",
                "people": people.filter { !signedIn.contains($0.id) }.map { PersonEntry($0).values },
            ] as [String: Any]
        ]
        return page("pick-account", values, at: .login)
    }

    /// The page on which the person types the password; it shows a sample password if the person's directory allows it.
    func password(of person: DirectoryPerson, in home: Tenant?, error: String? = nil) throws -> Response {
        var values: [String: Any] = [
            "username": person.userPrincipalName, "usernameParts": person.userPrincipalName.addressParts,
            "displayName": person.displayName,
        ]
        values["passwordHint"] = person.passwordHint(in: home, provider.pages.samples)
        values["error"] = error
        return page("password", values, at: .login)
    }

    /// The page on which the person agrees to the scopes of the client.
    func consent(of person: DirectoryPerson) -> Response {
        var values = PersonEntry(person).values
        values["permissions"] = authorize.scopes.scopes.map { scope in
            let text = ScopeText(scope)
            return ["title": text.title, "sentence": text.sentence, "scopeParts": [scope]] as [String: Any]
        }
        return page("standard-consent", values, at: .consent, personID: person.id)
    }

    private func page(
        _ template: String, _ values: [String: Any], at endpoint: StandardEndpoint, personID: String? = nil
    ) -> Response {
        let cookie = provider.pages.cookie(of: request)
        let purpose = Self.purpose(endpoint, id, personID: personID)
        var values = values
        values["appName"] = authorize.client.name
        values["action"] = endpoint.path
        values["csrf"] = provider.pages.protection.token(for: cookie.value, purpose: purpose)
        values["carried"] = [["name": Self.field, "value": id]]
        return provider.pages.html(
            template, values, policy: .page(formsMayLeadTo: [authorize.target.redirectURI].compactMap(\.self)),
            cookie: cookie)
    }
}
