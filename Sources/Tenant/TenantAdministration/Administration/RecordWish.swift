// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import JOSE
import TenantDirectory

/// The change of one record that a request asks for.
enum RecordWish: Sendable {
    /// A new record (POST).
    case adding
    /// The complete record of this id, existing or new (PUT).
    case putting(String)
    /// An existing record with some members changed (PATCH).
    case patching(String)

    /// The name in the address.
    var name: String? {
        switch self {
        case .adding: nil
        case .putting(let name), .patching(let name): name
        }
    }

    /// The new state of the record.
    ///
    /// - Throws: ``AdministrationProblem`` (404).
    func document<Record: ManagedRecord>(
        _ members: [String: JSONValue], over current: Record?
    ) throws -> [String: JSONValue] {
        guard case .patching(let name) = self else { return members }
        guard let current else { throw AdministrationProblem.unknown(Record.noun, name) }
        return MergePatch.apply(members, to: current.members(for: .program).values)
    }

    /// The id from the address; `nil` if the document chooses it.
    ///
    /// - Throws: ``AdministrationProblem`` (404) for a new record if the name is no GUID.
    func identifier<Record: ManagedRecord>(of current: Record?) throws -> String? {
        if let current { return current.id }
        guard let name else { return nil }
        guard Identifier.isWellFormed(name) else {
            throw AdministrationProblem(
                .notFound,
                "There is no \(Record.noun) '\(name.prefix(120))' here; to add one with PUT, put a GUID into the address."
            )
        }
        return name.lowercased()
    }
}
