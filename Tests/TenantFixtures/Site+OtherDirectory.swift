// SPDX-License-Identifier: Apache-2.0
import OAuthMessages

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory

extension Site {
    static let otherTenantID = "99999999-aaaa-4bbb-8ccc-dddddddddddd"
    static let otherClientID = "99999999-1111-4222-8333-444444444444"

    /// A second company, with one app and one person: `mia@other.example`.
    func addOtherDirectory() async throws {
        let first = try await platform.context.tenant()
        try await add(
            Tenant(
                id: Self.otherTenantID, displayName: "Other", domain: "other.example",
                passwordHash: first.passwordHash))
        try await add(
            RegisteredApp(
                id: Self.otherClientID, tenantID: Self.otherTenantID, displayName: "Other app",
                redirectURIs: [Self.redirectURI], identifierURI: nil, scopes: [], accessTokenVersion: 2,
                consentedScopes: ["\(RegisteredApp.graphID)/User.Read.All"] + ScopeSet.openIDConnect.scopes))
        try await add(
            DirectoryPerson(
                id: "99999999-5555-4666-8777-888888888888", tenantID: Self.otherTenantID,
                displayName: "Mia Other", givenName: "Mia", userPrincipalName: "mia@other.example"))
    }

    /// A person whose names are all the same text.
    func addPerson(named name: String) async throws -> DirectoryPerson {
        let person = DirectoryPerson(
            id: "77777777-5555-4666-8777-888888888888", tenantID: Self.tenantID, displayName: name,
            givenName: name, surname: name, userPrincipalName: "\(name)@\(Self.domain)", mail: name, jobTitle: name,
            department: name, officeLocation: name, mobilePhone: name, businessPhones: [name], preferredLanguage: name)
        try await add(person)
        return person
    }
}
