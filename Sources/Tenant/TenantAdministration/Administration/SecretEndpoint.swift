// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantCustomers
import TenantDirectory

/// Adds a new secret to an app, shown only in this response, and removes secrets.
///
/// The names are those of Microsoft Graph's actions on applications.
struct SecretEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        let app = "\(TenantPath.administration)/apps/:\(RegisteredApp.noun)"
        router.post(RouterPath("\(app)/addPassword")) { request, context in
            try await add(request, to: try context.part(RegisteredApp.noun))
        }
        router.post(RouterPath("\(app)/removePassword")) { request, context in
            try await remove(request, from: try context.part(RegisteredApp.noun))
        }
    }

    private func add(_ request: Request, to name: String) async throws -> Response {
        var object = DocumentObject(try await AdministrationContent.object(of: request))
        let endsAt = object.date("endDateTime")
        try object.finish()
        let secret = platform.settings.random.text()
        let credential = PasswordCredential(secret: secret, endsAt: endsAt)
        try await platform.database.write { database in
            var app = try RegisteredApp.require(name, in: nil, database)
            app.passwordCredentials.append(credential)
            try app.update(database)
        }
        var members = DocumentMembers(for: .program)
        members.add("keyId", credential.keyID)
        members.add("secretText", secret)
        members.add("endDateTime", endsAt)
        return AdministrationReply.json(members.object)
    }

    private func remove(_ request: Request, from name: String) async throws -> Response {
        var object = DocumentObject(try await AdministrationContent.object(of: request))
        let keyID = object.requiredText("keyId")
        try object.finish()
        try await platform.database.write { database in
            var app = try RegisteredApp.require(name, in: nil, database)
            guard app.passwordCredentials.contains(where: { $0.keyID == keyID }) else {
                throw DocumentRefusal(
                    at: "/keyId", "The app has no secret of this name; its entry lists them.", .conflict)
            }
            app.passwordCredentials.removeAll { $0.keyID == keyID }
            try app.update(database)
        }
        return AdministrationReply.done
    }
}

/// Ends all sessions and grants of a person or a customer.
///
/// The name is that of Microsoft Graph's action on users.
struct SessionRevocationEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        let directory = "\(TenantPath.administration)/directories/:directory"
        router.post(RouterPath("\(directory)/people/:person/revokeSignInSessions")) { request, context in
            try await revoke(request, context, DirectoryPerson.self) { person, database in
                try person.revokeSignInSessions(at: platform.settings.now(), database)
            }
        }
        router.post(RouterPath("\(directory)/customers/:customer/revokeSignInSessions")) { request, context in
            try await revoke(request, context, Customer.self) { customer, database in
                try GrantRevocation.revoke(ofCustomer: customer.id, database)
                customer.grantsEndedAt = platform.settings.now()
            }
        }
    }

    private func revoke<Record: ManagedRecord>(
        _ request: Request, _ context: ServingContext, _ type: Record.Type,
        _ end: @escaping @Sendable (inout Record, Database) throws -> Void
    ) async throws -> Response {
        var object = DocumentObject(try await AdministrationContent.object(of: request))
        try object.finish()
        let (directory, name) = (try context.part("directory"), try context.part(Record.noun))
        try await platform.database.write { database in
            let tenant = try Tenant.require(directory, in: nil, database)
            var record = try Record.require(name, in: tenant, database)
            try end(&record, database)
            try record.update(database)
        }
        return AdministrationReply.done
    }
}
