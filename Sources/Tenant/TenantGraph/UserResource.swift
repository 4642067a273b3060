// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

struct UserResource {
    static let allProperties = Set(DirectoryPerson.graphProperties.keys)
    /// Graph returns these without a selection: by name, with the ID last.
    static let defaultProperties =
        DirectoryPerson.graphProperties(.standard).subtracting(["id"]).sorted() + ["id"]
    /// `User.ReadBasic.All` permits these for other people.
    static let basicProperties = DirectoryPerson.graphProperties(.basic)
    static let ofOnePersonOnly = DirectoryPerson.graphProperties(.ofOneObjectOnly)

    let person: DirectoryPerson
    let properties: [String]
    /// `nil` means all; unreadable properties are `null` or an empty list.
    let readable: Set<String>?
    /// The context URL; entries of a list have none.
    var context: String?
    var namesType = false
    var relations: [(name: String, content: OrderedJSON)] = []

    var json: OrderedJSON {
        var members: [(String, OrderedJSON)] = []
        members.reserveCapacity(properties.count + relations.count + 2)
        if let context { members.append(("@odata.context", .string(context))) }
        if namesType { members.append(("@odata.type", .string("#microsoft.graph.user"))) }
        for property in properties {
            let mayRead = readable?.contains(property) ?? true
            let isList = DirectoryPerson.graphProperties[property]?.type == .list
            members.append((property, mayRead ? person[property] : isList ? .array([]) : .null))
        }
        for (name, content) in relations { members.append((name, content)) }
        return .object(members)
    }
}

extension DirectoryPerson {
    func isNamed(_ name: String) -> Bool { [id, userPrincipalName].contains { $0.lowercased() == name.lowercased() } }
}
