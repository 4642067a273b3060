// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// Whether somebody may use an app that is only for those who were assigned to it.
struct AppAssignment: Sendable {
    let platform: PlatformContext

    /// Refuses whom the app was not given to, neither to them nor to a group that they are in.
    ///
    /// - Throws: ``EntraError`` (50105).
    func judge(_ person: DirectoryPerson, at client: RegisteredApp) async throws {
        guard client.appRoleAssignmentRequired else { return }
        let groups = try await platform.database.groups(of: person)
        guard client.isAssigned(Set(groups.map(\.id)).union([person.id])) else {
            throw EntraError.notAssigned(person, to: client)
        }
    }
}
