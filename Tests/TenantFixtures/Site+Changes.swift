// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra

extension Site {
    static let engineering = "3c1f0a52-7b4e-4d19-9a36-0f8e5d2c7b61"
    static let everybody = "8e6d2b90-15c3-4f7a-b824-6a9d0c3e1f75"

    func change(_ name: String, _ modify: @escaping @Sendable (inout DirectoryPerson) -> Void) async throws {
        let person = try await person(name)
        try await platform.context.database.write { database in
            var current = person
            modify(&current)
            try current.update(database)
        }
    }

    func change(app id: String, _ modify: @escaping @Sendable (inout RegisteredApp) -> Void) async throws {
        try await platform.context.database.write { database in
            guard var app = try RegisteredApp.fetchOne(database, key: id) else { return }
            modify(&app)
            try app.update(database)
        }
    }

    func addGroups(_ count: Int, with name: String) async throws {
        let person = try await person(name)
        try await platform.context.database.write { database in
            for number in 0..<count {
                let digits = String(number + 1_000)
                try DirectoryGroup(
                    id: "77777777-0000-4000-8000-00000000\(digits)", tenantID: Self.tenantID,
                    displayName: "Team \(digits)", memberIDs: [person.id]
                ).insert(database)
            }
        }
    }

    func refreshToken(
        for request: FormParameters = .goodRequest, as name: String = "ana.silva"
    ) async throws -> String { try await tokens(for: request, as: name)["refresh_token"]?.string ?? "" }
}

extension ConditionalAccessPolicy {
    /// A policy for all users and apps, unless changed.
    static func sample(
        _ controls: [ConditionalAccessGrantControls.Control] = [],
        `operator`: ConditionalAccessGrantControls.Operator = .any,
        frequency: ConditionalAccessSessionControls.SignInFrequency? = nil
    ) -> ConditionalAccessPolicy {
        ConditionalAccessPolicy(
            id: "66666666-0000-4000-8000-000000000001", tenantID: Site.tenantID, displayName: "Sample",
            createdDateTime: Date(timeIntervalSince1970: 1_767_000_000),
            grantControls: controls.isEmpty
                ? nil : ConditionalAccessGrantControls(operator: `operator`, builtInControls: controls),
            sessionControls: ConditionalAccessSessionControls(signInFrequency: frequency))
    }

    func with(_ modify: (inout ConditionalAccessPolicy) -> Void) -> ConditionalAccessPolicy {
        var policy = self
        modify(&policy)
        return policy
    }
}

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
