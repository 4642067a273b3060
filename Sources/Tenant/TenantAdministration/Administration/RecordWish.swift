// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import JOSE
import TenantDirectory

/// What a request wants of one record.
enum RecordWish: Sendable {
    /// A new one (POST).
    case adding
    /// This one as it is sent, or a new one of this id (PUT).
    case putting(String)
    /// This one with some members changed (PATCH).
    case patching(String)

    /// The name in the address.
    var name: String? {
        switch self {
        case .adding: nil
        case .putting(let name), .patching(let name): name
        }
    }

    /// What the record shall be.
    ///
    /// - Throws: ``AdministrationProblem`` (404).
    func document<Record: ManagedRecord>(
        _ members: [String: JSONValue], over current: Record?
    ) throws -> [String: JSONValue] {
        guard case .patching(let name) = self else { return members }
        guard let current else { throw AdministrationProblem.unknown(Record.noun, name) }
        return MergePatch.apply(members, to: current.members(for: .program).values)
    }

    /// The id that the address gives it; `nil` if the document does.
    ///
    /// - Throws: ``AdministrationProblem`` (404) for a new one under another name.
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
