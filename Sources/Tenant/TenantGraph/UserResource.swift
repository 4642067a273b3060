// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// A person in the form of Graph.
struct UserResource {
    /// Every property of Graph's `user` in version 1.0.
    static let allProperties = Set(DirectoryPerson.graphProperties.keys)
    /// The properties that Graph returns without a selection: by name, with the id at the end.
    static let defaultProperties =
        DirectoryPerson.graphProperties(.standard).subtracting(["id"]).sorted() + ["id"]
    /// The properties of other people that `User.ReadBasic.All` permits.
    static let basicProperties = DirectoryPerson.graphProperties(.basic)
    /// The properties that Graph keeps elsewhere, and refuses in lists of people.
    static let ofOnePersonOnly = DirectoryPerson.graphProperties(.ofOneObjectOnly)

    let person: DirectoryPerson
    /// The properties to return, in this order.
    let properties: [String]
    /// The properties that the caller may read; the others are `null`, or an empty list.
    ///
    /// `nil` permits all.
    let readable: Set<String>?
    /// The context address of the response; entries of a list have none.
    var context: String?
    /// Whether the response can also hold other types, and so names the type.
    var namesType = false
    /// The relations of `$expand` beside the properties.
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
    /// Whether a text is this person's id or user principal name.
    func isNamed(_ name: String) -> Bool { [id, userPrincipalName].contains { $0.lowercased() == name.lowercased() } }
}
