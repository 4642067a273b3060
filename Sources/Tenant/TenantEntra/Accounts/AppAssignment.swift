// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// Judges whether a person may use an app that requires assignment.
struct AppAssignment: Sendable {
    let platform: PlatformContext

    /// Refuses a person if neither they nor one of their groups is assigned to the app.
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
