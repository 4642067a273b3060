// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import Hosts
import JSONWebSignatures
import OAuthMessages
import PageTemplates
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
        members: [DirectoryPerson], people: PeopleExcerpt, username: String?, error: String?
    ) -> Response {
        let signedIn = Set(members.map(\.id))
        var values: PageValues = ["directoryName": "Standard OpenID provider", "loginHint": username ?? ""]
        values["error"] = error
        values["sessions"] = members.map { PersonEntry($0).values }
        values["directories"] = [
            [
                "id": "people", "heading": "Sample people",
                "people": people.people.filter { $0.accountEnabled && !signedIn.contains($0.id) }.map {
                    PersonEntry($0).values
                },
            ] as PageValues
        ]
        values["others"] = people.others
        return page("pick-account", values, at: .login)
    }

    /// The page on which the person types the password; it shows a sample password if the person's directory allows it.
    func password(of person: DirectoryPerson, in home: Tenant?, error: String? = nil) throws -> Response {
        var values: PageValues = [
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
        let rights = authorize.rights
        let scopes = rights.scopes.scopes.map { scope in
            let text = ScopeText(scope)
            return ["title": text.title, "sentence": text.sentence, "scopeParts": [scope]] as PageValues
        }
        let resources = rights.resources.map { resource in
            [
                "title": "Call an API", "sentence": "The app can call this API, and no other, as you.",
                "scopeParts": resource.addressParts,
            ] as PageValues
        }
        let details = (rights.details?.elements ?? []).map { element in
            [
                "title": element.object?["type"]?.string ?? "", "sentence": "The app requests exactly this, once.",
                "scopeParts": [element.text],
            ] as PageValues
        }
        values["permissions"] = resources + scopes + details
        values["stranger"] = stranger
        return page("standard-consent", values, at: .consent, personID: person.id)
    }

    /// Where a client that registered itself comes from: nobody here checked its name.
    private var stranger: PageValues? {
        guard authorize.client.isSelfRegistered else { return nil }
        var values: PageValues = [:]
        values["host"] = ClientMetadataAddress(authorize.client.id)?.host.description
        values["redirect"] = authorize.target.redirectURI.map { $0.host.isEmpty ? $0.scheme + ":" : $0.host }
        return values
    }

    private func page(
        _ template: String, _ values: PageValues, at endpoint: StandardEndpoint, personID: String? = nil
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

extension Pages {
    /// The page about a problem that must not be sent to the client.
    package func standardProblem(_ problem: StandardProblem) -> Response {
        RefusalNote.refuse(
            RefusalNote.Rule(problem.error.code.rawValue, reason: problem.error.description, remedy: problem.hint))
        return self.problem(
            problem.title, code: problem.error.code.rawValue, message: problem.error.description, facts: problem.facts,
            hint: problem.hint)
    }

    /// The page on which the person confirms the sign-out.
    func confirmSignOut(
        of members: [StandardSessions.Member], carrying parameters: FormParameters, for client: StandardClient?,
        leadingTo redirectURI: RedirectURI?, request: Request
    ) -> Response {
        let cookie = cookie(of: request)
        var values: PageValues = [
            "action": StandardEndpoint.endSessionConfirmation.path,
            "csrf": protection.token(for: cookie.value, purpose: Self.signOutPurpose(parameters.encoded)),
            "carried": [["name": EndSessionEndpoint.field, "value": parameters.encoded]],
            "members": members.map { PersonEntry($0.person).values },
        ]
        values["appName"] = client?.name
        return html(
            "standard-sign-out", values, policy: .page(formsMayLeadTo: [redirectURI].compactMap(\.self)),
            cookie: cookie)
    }

    /// The purpose of the confirmation form's CSRF token; it is valid for this request only.
    static func signOutPurpose(_ parameters: String) -> String { "standard sign out \(parameters)" }
}

/// A description of a scope, for the consent page.
struct ScopeText: Sendable {
    let title: String
    let sentence: String

    init(_ scope: String) {
        (title, sentence) =
            switch scope {
            case "openid": ("Sign you in", "The app can identify you, by an id that never changes.")
            case "profile": ("See your name", "The app can see your name, user name, and language.")
            case "email": ("See your email address", "The app can see your email address.")
            case "phone": ("See your phone number", "The app can see your mobile phone number.")
            case "address": ("See your office address", "The app can see the address of your office.")
            case "offline_access":
                ("Stay signed in", "The app keeps this access, even while you are not using it.")
            // The scope of the sample API.
            case "orders.read": ("See your orders", "The app can see your orders.")
            default: ("Use \(scope)", "The app can do what this permission allows.")
            }
    }
}

/// The templates of the pages of this target, by name.
package enum StandardTemplates {
    package static let all: [(String, [UInt8])] = [
        ("standard-consent", PackageResources.standard_consent_mustache),
        ("standard-sign-out", PackageResources.standard_sign_out_mustache),
    ]
}
