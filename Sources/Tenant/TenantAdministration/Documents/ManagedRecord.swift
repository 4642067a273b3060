// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantDirectory

/// A record that tenant files and the API add, change and remove.
protocol ManagedRecord: FetchableRecord, PersistableRecord, Sendable {
    /// The singular noun for one of them.
    static var noun: String { get }

    var id: String { get }

    /// All of them, in the order of files and lists.
    ///
    /// - Parameter tenant: The directory of the records; `nil` for those of every directory.
    /// - Returns: The request for them.
    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<Self>

    /// One of them, by its id or by another unique name.
    static func find(_ name: String, in tenant: Tenant?, _ database: Database) throws -> Self?

    /// Reads a record; errors are recorded in the object.
    static func read(
        _ object: inout DocumentObject, id: String?, in tenant: Tenant?, current: Self?, _ context: DocumentContext,
        _ database: Database
    ) throws -> Self

    /// Records conflicts with other records in the object, such as a user name that is taken.
    func judge(_ object: inout DocumentObject, _ database: Database) throws

    /// A copy with ids in place of the names of other records; unknown names are recorded in the object.
    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> Self

    /// Ends sessions and grants that must not outlive a change, such as after a new password.
    func endWhatChanged(since current: Self, _ context: DocumentContext, _ database: Database) throws -> Self

    /// Removes it, together with all references to it.
    func remove(_ database: Database) throws

    /// The members for an audience.
    func members(for audience: DocumentMembers.Audience) -> DocumentMembers
}

extension ManagedRecord {
    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> Self { self }

    func endWhatChanged(since current: Self, _ context: DocumentContext, _ database: Database) throws -> Self { self }
}
