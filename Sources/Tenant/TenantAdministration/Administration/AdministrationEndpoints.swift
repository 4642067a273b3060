// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
package import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory
package import TenantStandard
import TenantTesting

/// All endpoints under `/tessera/v1`; ``AdministrationGuard`` checks each request first.
package struct AdministrationEndpoints: Sendable {
    static let place = TenantPath.administration

    let platform: PlatformContext
    let standardProvider: StandardProvider
    let content: TenantContent

    package init(platform: PlatformContext, standardProvider: StandardProvider, content: TenantContent) {
        (self.platform, self.standardProvider, self.content) = (platform, standardProvider, content)
    }

    package func add(to router: Router<ServingContext>) {
        addTenant(to: router)
        for record in ManagedRecords.all { addCollection(of: record, to: router) }
        addSessionRevocation(to: router)
        addSecrets(to: router)
        addConsents(to: router)
        addMessages(to: router)
        addSignInRecords(to: router)
        addClock(to: router)
        addFaults(to: router)
        addOneTimeSignIns(to: router)
        addAutomaticSignIns(to: router)
        let keys = "\(Self.place)/keys"
        router.show(keys) { _ in try platform.keys.ring.report }
        router.take("\(keys)/rotate") { (rotation: KeyRotation) in
            try await platform.keys.ring.rotate(publishedFor: rotation.publishedFor ?? KeyRotation.usualLead)
        }
        router.take("\(Self.place)/tokens", status: .created) { (wanted: TestTokenRequest) in
            let mint = TokenMint(platform: platform, standardProvider: standardProvider, request: wanted)
            return TestTokenReply(token: try await mint.token())
        }
        router.get(RouterPath("\(Self.place)/refusals")) { request, _ in
            let after = try AdministrationContent.query(of: request, knowing: ["after"])["after"] ?? "0"
            guard let number = Int(after), number >= 0 else {
                throw AdministrationProblem(.badRequest, "'after' must be the number of a rejection, from 0.")
            }
            return try AdministrationReply.value(RefusalList(platform.settings.refusals, after: number))
        }
    }

    private func addCollection<Record: ManagedRecord>(of type: Record.Type, to router: Router<ServingContext>) {
        RecordCollection<Record>(platform: platform).add(to: router)
    }

    private func addClock(to router: Router<ServingContext>) {
        let path = "\(Self.place)/clock"
        router.show(path) { _ in platform.clock.reading }
        router.take(path, method: .put) { try await platform.clock.change($0) }
        router.show(path, method: .delete) { _ in try await platform.clock.reset() }
        router.take("\(path)/advance") { (advance: ClockAdvance) in
            try await platform.clock.advance(by: advance.seconds)
        }
    }

    private func addFaults(to router: Router<ServingContext>) {
        let path = "\(Self.place)/faults"
        router.show(path) { _ in FaultList(faults: try await platform.faults.all()) }
        router.take(path, status: .created, at: { "\(path)/\($0.id)" }, with: { try await platform.faults.add($0) })
        router.remove(path) { _ in try await platform.faults.removeAll() }
        router.show("\(path)/:number") { try await platform.faults.rule(try Self.faultID(in: $0)) }
        router.remove("\(path)/:number") { try await platform.faults.remove(try Self.faultID(in: $0)) }
    }

    private static func faultID(in context: ServingContext) throws -> Int64 {
        let text = try context.part("number")
        guard let id = Int64(text) else { throw AdministrationProblem.unknown("fault", text) }
        return id
    }

    private func addOneTimeSignIns(to router: Router<ServingContext>) {
        let signIns = platform.oneTimeSignIns
        router.take(OneTimeSignIns.path, status: .created) { try await signIns.issue($0) }
        router.get(RouterPath("\(OneTimeSignIns.path)/:secret")) { request, context in
            _ = try AdministrationContent.query(of: request)
            // A HEAD request, such as a link preview's, must not use up the URL.
            guard request.method == .get else {
                throw AdministrationProblem(
                    .methodNotAllowed, "This address accepts only GET, once.", fields: [.allow: "GET"])
            }
            return try await signIns.redeem(try context.part("secret"), in: request)
        }
    }

    private func addAutomaticSignIns(to router: Router<ServingContext>) {
        let path = "\(Self.place)/automatic-sign-ins"
        let signIns = platform.automaticSignIns
        router.show(path) { _ in AutomaticSignInList(automaticSignIns: try await signIns.all()) }
        router.take(
            path, status: .created, at: { "\(path)/\($0.clientID.lowercased())" }, with: { try await signIns.set($0) })
        router.remove(path) { _ in try await signIns.removeAll() }
        router.remove("\(path)/:client") { try await signIns.remove(try $0.part("client")) }
    }
}

extension AdministrationEndpoints {
    /// Only the response to the request that adds a secret contains it.
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
                    at: "/keyId", "The app has no secret with this id; get the app for the list.", .conflict)
            }
            app.passwordCredentials.removeAll { $0.keyID == keyID }
            try app.update(database)
        }
        return AdministrationReply.done
    }

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
