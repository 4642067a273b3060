// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantCustomers
import TenantDirectory

/// Actions on apps, people and customers, under the names of Microsoft Graph's.
extension AdministrationEndpoints {
    /// Adds the actions that add a new secret to an app, shown only in this response, and remove secrets.
    func addSecrets(to router: Router<ServingContext>) {
        let app = "\(Self.place)\(RegisteredApp.path)/:\(RegisteredApp.noun)"
        router.post(RouterPath("\(app)/addPassword")) { request, context in
            try await add(request, to: try context.part(RegisteredApp.noun))
        }
        router.post(RouterPath("\(app)/removePassword")) { request, context in
            try await remove(request, from: try context.part(RegisteredApp.noun))
        }
    }

    private func add(_ request: Request, to name: String) async throws -> Response {
        let endsAt = try await AdministrationContent.read(request) { $0.date("endDateTime") }
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
        let keyID = try await AdministrationContent.read(request) { $0.requiredText("keyId") }
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

    /// Adds the action that ends all sessions and grants of a person or a customer.
    func addSessionRevocation(to router: Router<ServingContext>) {
        addRevocation(to: router) { (person: inout DirectoryPerson, database) in
            try person.revokeSignInSessions(at: platform.settings.now(), database)
        }
        addRevocation(to: router) { (customer: inout Customer, database) in
            try GrantRevocation.revoke(ofCustomer: customer.id, database)
            customer.grantsEndedAt = platform.settings.now()
        }
    }

    private func addRevocation<Record: ManagedRecord>(
        to router: Router<ServingContext>, _ end: @escaping @Sendable (inout Record, Database) throws -> Void
    ) {
        let path = "\(Self.place)\(Record.path)/:\(Record.noun)/revokeSignInSessions"
        router.post(RouterPath(path)) { request, context in
            try await AdministrationContent.read(request) { _ in }
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
}
