// SPDX-License-Identifier: Apache-2.0
/// Whose people may sign in, as the first part of an address says.
enum TenantSelector: Sendable, Hashable {
    /// The people of one directory.
    case directory(Tenant)
    /// The people of every directory; the name is `common` or `organizations`.
    case anyOrganization(name: String)

    /// Finds what a name stands for.
    ///
    /// - Throws: ``EntraError`` (90002).
    static func find(_ name: String, in database: TenantDatabase) async throws -> TenantSelector {
        if ["common", "organizations"].contains(name.lowercased()) { return .anyOrganization(name: name.lowercased()) }
        guard let tenant = try await database.tenant(name) else { throw EntraError.unknownTenant(name) }
        return .directory(tenant)
    }

    /// The directory's id; `nil` for all of them.
    var tenantID: String? {
        if case .directory(let tenant) = self { tenant.id } else { nil }
    }

    /// The part of the address.
    var name: String {
        switch self {
        case .directory(let tenant): tenant.id
        case .anyOrganization(let name): name
        }
    }

    /// The name to show.
    var displayName: String {
        switch self {
        case .directory(let tenant): tenant.displayName
        case .anyOrganization: "Any organization"
        }
    }

    /// What metadata states as issuer: shared endpoints state a template, because tokens name the person's directory.
    var issuerSegment: String { tenantID ?? "{tenantid}" }
}
