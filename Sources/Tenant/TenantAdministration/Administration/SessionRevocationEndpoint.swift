// SPDX-License-Identifier: Apache-2.0
import GRDB
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantCustomers
import TenantDirectory

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
                try SignInEnd.revoke(ofCustomer: customer.id, database)
                customer.grantsEndedAt = platform.settings.now()
            }
        }
    }

    private func revoke<Record: ManagedRecord>(
        _ request: Request, _ context: ServingContext, _ type: Record.Type,
        _ end: @escaping @Sendable (inout Record, Database) throws -> Void
    ) async throws -> Response {
        _ = try AdministrationContent.query(of: request)
        var object = DocumentObject(try await AdministrationContent.object(of: request))
        try object.finish()
        let (directory, name) = (try context.part("directory"), try context.part(Record.noun))
        try await platform.database.queue.write { database in
            let tenant = try Tenant.require(directory, in: nil, database)
            var record = try Record.require(name, in: tenant, database)
            try end(&record, database)
            try record.update(database)
        }
        return AdministrationReply.done
    }
}
