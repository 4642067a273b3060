// SPDX-License-Identifier: Apache-2.0
import Foundation
import Hummingbird
import JOSE
import TenantAuthorization
import TenantDirectory

/// Performs the actions on a person.
struct UserActions: Sendable {
    let platform: PlatformContext
    let caller: GraphCaller

    /// Performs an action; its parameters are in the content, as JSON.
    ///
    /// - Throws: ``GraphFault``.
    func perform(_ target: GraphTarget, content: Data) async throws -> Response {
        switch target {
        case .memberObjects(let subject): return try await memberObjects(of: subject, content: content)
        case .revokeSignInSessions(let subject): return try await revoke(subject)
        default: throw GraphFault.onlyPost
        }
    }

    /// The ids of a person's groups; also of roles in the directory, unless the request asks for security groups only.
    private func memberObjects(of subject: GraphTarget.Subject, content: Data) async throws -> Response {
        let memberships = Memberships(platform: platform, caller: caller)
        let person = try await memberships.person(subject)
        let isOnlySecurity = try Self.flag("securityEnabledOnly", in: content)
        let groups = try await platform.database.groups(of: person).filter { $0.securityEnabled || !isOnlySecurity }
        let roles = isOnlySecurity ? [] : memberships.roles(of: person).map(\.id)
        let ids = (groups.map(\.id) + roles).map(JSONValue.string)
        return try reply("Collection(Edm.String)", .array(ids))
    }

    private func revoke(_ subject: GraphTarget.Subject) async throws -> Response {
        try caller.requireDirectory()
        let name =
            switch subject {
            case .me: try caller.signedIn().id
            case .named(let name): name
            }
        try caller.requireRevoking(of: name)
        guard let person = try await platform.database.person(name, in: caller.tenant.id) else {
            throw GraphFault.notFound(name)
        }
        try await platform.database.revokeSessions(of: person.id, now: platform.settings.now())
        return try reply("Edm.Boolean", .boolean(true))
    }

    private func reply(_ type: String, _ value: JSONValue) throws -> Response {
        try JSONReply.make(
            JSONValue.object(["@odata.context": .string(platform.graphContext(type)), "value": value]))
    }

    private static func flag(_ name: String, in content: Data) throws -> Bool {
        if content.isEmpty { return false }
        guard let members = try? StrictJSON.object(in: content) else { throw GraphFault.unreadableContent }
        switch members[name] {
        case nil, .null: return false
        case .boolean(let value): return value
        default:
            throw GraphFault.badRequest("Cannot convert the value of the parameter '\(name)' to type 'Edm.Boolean'.")
        }
    }
}
