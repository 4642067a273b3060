// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

extension DirectoryGroup {
    /// Reads a group; the names are those of Microsoft Graph's `group`, where it has one.
    ///
    /// The members are what the document says, ids or user names: who knows the people finds out whose.
    ///
    /// - Parameters:
    ///   - object: The object; what is wrong is written down in it.
    ///   - id: The id, where the address names one already.
    ///   - tenantID: The directory.
    ///   - context: The rest of what must be known.
    init(reading object: inout DocumentObject, id: String?, in tenantID: String, _ context: DocumentContext) {
        let displayName = object.requiredText("displayName")
        let named = object.identifier("id")
        object.demand(named, toBe: id, "id")
        self.init(
            id: id ?? named ?? context.identifier(of: "group", "\(tenantID) \(displayName)"), tenantID: tenantID,
            displayName: displayName, securityEnabled: object.flag("securityEnabled", or: true),
            memberIDs: object.texts("members", as: "a person's id or user name"))
    }

    /// The group as others read it.
    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        members.add("id", id)
        members.add("displayName", displayName)
        members.add("securityEnabled", securityEnabled, ordinarily: true)
        members.add("members", memberIDs)
        return members
    }
}
