// SPDX-License-Identifier: Apache-2.0
/// Who asks Graph, and what they may read.
struct GraphCaller: Sendable {
    let person: DirectoryPerson
    let permissions: Set<GraphPermission>

    /// Whether every property of everybody may be read.
    private var readsEverything: Bool { !permissions.isDisjoint(with: [.all, .directory, .directoryAsPerson]) }

    /// The properties of a person that the caller may read; `nil` means every one.
    ///
    /// - Throws: ``GraphFault`` (403) if it is none.
    func readableProperties(of other: DirectoryPerson) throws -> Set<String>? {
        if readsEverything || (other.id == person.id && permissions.contains(.own)) { return nil }
        guard permissions.contains(.basicOfAll) else { throw GraphFault.insufficientPrivileges }
        return UserResource.basicProperties
    }

    /// Refuses a caller who may not list people, or would learn from a filter what may not be read.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireListing(filteredBy filter: UserFilter?) throws {
        if readsEverything { return }
        guard permissions.contains(.basicOfAll),
            filter?.properties.isSubset(of: UserResource.basicProperties) != false
        else { throw GraphFault.insufficientPrivileges }
    }
}
