// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantDirectory

/// Something that tenant files and the API add, change and remove.
protocol ManagedRecord: FetchableRecord, PersistableRecord, Sendable {
    /// What people call one of them.
    static var noun: String { get }

    var id: String { get }

    /// All of them, in the order in which files and lists name them.
    ///
    /// - Parameter tenant: The directory that they belong to; `nil` for those of every directory.
    /// - Returns: The request for them.
    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<Self>

    /// One of them, by its id or by another name that only one has.
    static func find(_ name: String, in tenant: Tenant?, _ database: Database) throws -> Self?

    /// Reads one; what is wrong is written down in the object.
    static func read(
        _ object: inout DocumentObject, id: String?, in tenant: Tenant?, current: Self?, _ context: DocumentContext,
        _ database: Database
    ) throws -> Self

    /// Writes down what another record has already that only one can have.
    func judge(_ object: inout DocumentObject, _ database: Database) throws

    /// The same with ids in the place of names of others; what leads nowhere is written down in the object.
    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> Self

    /// Ends what must not outlive a change.
    func endWhatChanged(since current: Self, _ context: DocumentContext, _ database: Database) throws -> Self

    /// Removes it, and what leads to it.
    func remove(_ database: Database) throws

    /// What others read of it.
    func members(for audience: DocumentMembers.Audience) -> DocumentMembers
}

extension ManagedRecord {
    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> Self { self }

    func endWhatChanged(since current: Self, _ context: DocumentContext, _ database: Database) throws -> Self { self }
}
