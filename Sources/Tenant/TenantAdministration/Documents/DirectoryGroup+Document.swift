// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

extension DirectoryGroup {
    /// Reads a group; the names are those of Microsoft Graph's `group`, where it has one.
    ///
    /// The members are the document's ids or user names; ``resolved(_:_:)`` replaces user names by ids.
    ///
    /// - Parameters:
    ///   - object: The object, which collects the errors.
    ///   - id: The id, if the address names one.
    ///   - tenantID: The directory.
    ///   - context: The source of ids.
    init(reading object: inout DocumentObject, id: String?, in tenantID: String, _ context: DocumentContext) {
        let displayName = object.requiredText("displayName")
        let named = object.identifier("id")
        object.demand(named, toBe: id, "id")
        self.init(
            id: id ?? named ?? context.identifier(of: "group", "\(tenantID) \(displayName)"), tenantID: tenantID,
            displayName: displayName, securityEnabled: object.flag("securityEnabled", or: true),
            memberIDs: object.texts("members", as: "a person's id or user name"))
    }

    /// The members of the group's document for an audience.
    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        members.add("id", id)
        members.add("displayName", displayName)
        members.add("securityEnabled", securityEnabled, ordinarily: true)
        members.add("members", memberIDs)
        return members
    }
}
