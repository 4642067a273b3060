// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

/// A group as Graph writes one.
struct GroupResource: Sendable {
    /// What Graph knows of a group, as far as there is something to know here.
    static let properties: Set = [
        "classification", "createdDateTime", "deletedDateTime", "description", "displayName", "groupTypes", "id",
        "mail",
        "mailEnabled", "mailNickname", "securityEnabled", "visibility",
    ]

    let group: DirectoryGroup
    /// Whether the answer could have been something other than a group, and so says that it is one.
    var namesType = false

    /// The properties that were asked for, the id in any case; all of them if none were named.
    func json(_ selected: [String]?) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for name in Set(selected ?? Array(Self.properties)).union(["id"]) { members[name] = self[name] }
        if namesType { members["@odata.type"] = .string("#microsoft.graph.group") }
        return .object(members)
    }

    private subscript(property: String) -> JSONValue {
        switch property {
        case "id": .string(group.id)
        case "displayName": .string(group.displayName)
        case "securityEnabled": .boolean(group.securityEnabled)
        case "mailEnabled": .boolean(!group.securityEnabled)
        case "mailNickname": .string(group.displayName.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        case "groupTypes": .array(group.securityEnabled ? [] : [.string("Unified")])
        default: .null
        }
    }
}
