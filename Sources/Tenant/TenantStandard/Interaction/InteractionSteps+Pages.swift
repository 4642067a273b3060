// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
import Hosts
import JSONWebSignatures
import OAuthMessages
import PageTemplates
import TenantAuthorization
import TenantDirectory

/// The pages of one sign-in; their forms have its id, and a CSRF token that is valid for one step in one browser.
extension InteractionSteps {
    static let field = "interaction"

    /// The purpose of a form's CSRF token; a consent form's is valid for one person only.
    static func purpose(_ endpoint: StandardEndpoint, _ id: String, personID: String?) -> String {
        endpoint == .consent ? "standard consent \(id) of \(personID ?? "")" : "standard sign in \(id)"
    }

    func picker(_ id: String, username: String? = nil, error: String? = nil) async throws -> Response {
        let members = try await provider.sessions.members(of: request).map(\.person)
        let found = try await provider.people(matching: error == nil ? "" : username ?? "")
        let signedIn = Set(members.map(\.id))
        let others = found.people.filter { $0.accountEnabled && !signedIn.contains($0.id) }
        var values: PageValues = [
            "directoryName": "Standard OpenID provider", "loginHint": username ?? authorize.loginHint ?? "",
            "sessions": members.map { PersonEntry($0).values },
            "directories": [
                [
                    "id": "people", "heading": "Sample people", "people": others.map { PersonEntry($0).values },
                ] as PageValues
            ],
        ]
        values["error"] = error
        values["others"] = found.others
        return page("pick-account", values, at: .login, id)
    }

    func password(_ id: String, of person: DirectoryPerson, error: String? = nil) async throws -> Response {
        let home = try await provider.database.tenant(person.tenantID)
        var values: PageValues = [
            "username": person.userPrincipalName, "usernameParts": person.userPrincipalName.addressParts,
            "displayName": person.displayName,
        ]
        values["passwordHint"] = person.passwordHint(in: home, provider.pages.samples)
        values["error"] = error
        return page("password", values, at: .login, id)
    }

    func consent(_ id: String, of person: DirectoryPerson) -> Response {
        var values = PersonEntry(person).values
        let rights = authorize.rights
        func permission(_ title: String, _ sentence: String, _ parts: [String]) -> PageValues {
            ["title": title, "sentence": sentence, "scopeParts": parts]
        }
        let scopes = rights.scopes.scopes.map { scope in
            let (title, sentence) = Self.texts(of: scope)
            return permission(title, sentence, [scope])
        }
        let resources = rights.resources.map { resource in
            permission("Call an API", "The app can call this API, and no other, as you.", resource.addressParts)
        }
        let details = (rights.details?.elements ?? []).map { element in
            permission(element.object?["type"]?.string ?? "", "The app requests exactly this, once.", [element.text])
        }
        values["permissions"] = resources + scopes + details
        values["stranger"] = stranger
        return page("standard-consent", values, at: .consent, id, personID: person.id)
    }

    private static func texts(of scope: String) -> (title: String, sentence: String) {
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

    /// The origin of a client that registered itself, because its name is unverified.
    private var stranger: PageValues? {
        guard authorize.client.isSelfRegistered else { return nil }
        var values: PageValues = [:]
        values["host"] = ClientMetadataAddress(authorize.client.id)?.host.description
        values["redirect"] = authorize.target.redirectURI.map { $0.host.isEmpty ? $0.scheme + ":" : $0.host }
        return values
    }

    private func page(
        _ template: String, _ values: PageValues, at endpoint: StandardEndpoint, _ id: String, personID: String? = nil
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
    package func standardProblem(_ problem: StandardProblem) -> Response {
        RefusalNote.refuse(
            RefusalNote.Rule(problem.error.code.rawValue, reason: problem.error.description, remedy: problem.hint))
        return self.problem(
            problem.title, code: problem.error.code.rawValue, message: problem.error.description, facts: problem.facts,
            hint: problem.hint)
    }
}

package enum StandardTemplates {
    package static let all: [(String, [UInt8])] = [
        ("standard-consent", PackageResources.standard_consent_mustache),
        ("standard-sign-out", PackageResources.standard_sign_out_mustache),
    ]
}
