// SPDX-License-Identifier: Apache-2.0
import GRDB
import HTTPServing
import HTTPTypes
import Hummingbird
import JOSE
import OAuth
import TenantAuthorization
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
        var object = DocumentObject(try await content(of: request))
        let endsAt = object.date("endDateTime")
        try object.finish()
        let secret = platform.settings.random.text()
        let credential = PasswordCredential(secret: secret, endsAt: endsAt)
        try await platform.database.queue.write { database in
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
        var object = DocumentObject(try await content(of: request))
        let keyID = object.requiredText("keyId")
        try object.finish()
        try await platform.database.queue.write { database in
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

    private func content(of request: Request) async throws -> [String: JSONValue] {
        _ = try AdministrationContent.query(of: request)
        return try await AdministrationContent.object(of: request)
    }
}
