// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

/// A group in the form of Graph.
struct GroupResource: Sendable {
    /// The properties of Graph's groups that this tenant knows.
    static let properties: Set = [
        "classification", "createdDateTime", "deletedDateTime", "description", "displayName", "groupTypes", "id",
        "mail",
        "mailEnabled", "mailNickname", "securityEnabled", "visibility",
    ]

    let group: DirectoryGroup
    /// Whether the response can also hold other types, and so names the type.
    var namesType = false

    /// The selected properties, always with the id; all properties without a selection.
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
