// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
package import TenantDirectory

/// The directories that the first segment of a URL's path admits.
package enum TenantSelector: Sendable, Hashable {
    /// `consumers` is one of the names of the directory for personal accounts.
    case directory(Tenant)
    case shared(Shared)

    package enum Shared: String, Sendable, CaseIterable {
        case common
        case organizations
    }

    /// - Throws: ``EntraError`` (90002) for an unknown name, or a customers' directory, which has user flows only.
    static func find(_ name: String, in database: TenantDatabase) async throws -> TenantSelector {
        if let shared = Shared(rawValue: name.lowercased()) { return .shared(shared) }
        guard let tenant = try await database.tenant(name) else { throw EntraError.unknownTenant(name) }
        guard tenant.kind != .customers else { throw EntraError.customersDirectory(tenant) }
        return .directory(tenant)
    }

    static func isWellFormed(_ name: String) -> Bool {
        let name = name.lowercased()
        return Shared(rawValue: name) != nil || name == "consumers" || UUID(uuidString: name) != nil
            || name.wholeMatch(of: #/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+/#) != nil
    }

    func admits(_ tenant: Tenant) -> Bool {
        switch self {
        case .directory(let own): tenant.id == own.id
        case .shared(.common): tenant.kind != .customers
        case .shared(.organizations): tenant.kind == .organization
        }
    }

    var tenantID: String? {
        if case .directory(let tenant) = self { tenant.id } else { nil }
    }

    var name: String {
        switch self {
        case .directory(let tenant): tenant.id
        case .shared(let shared): shared.rawValue
        }
    }

    var displayName: String {
        switch self {
        case .directory(let tenant): tenant.displayName
        case .shared(.common): "Work and personal accounts"
        case .shared(.organizations): "Any organization"
        }
    }

    /// The last part of the issuer in metadata; a template at shared endpoints, since tokens name the directory.
    var issuerSegment: String { tenantID ?? "{tenantid}" }
}

extension RegisteredApp {
    /// The reason to refuse all sign-ins to this app at an endpoint; `nil` if some people can sign in.
    func refusal(at selector: TenantSelector) -> EntraError? {
        switch selector {
        // In an external tenant, only its own customers sign in, for every registered audience.
        case .directory(let tenant) where tenant.kind == .customers && tenant.id == tenantID: nil
        case .directory(let tenant) where signInAudience.admits(tenant, home: tenantID): nil
        case .directory(let tenant) where tenant.kind == .consumers: .onlyForOrganizations(self)
        case .directory where signInAudience == .personal: .onlyForPersonalAccounts(self)
        case .directory(let tenant): .unknownClient(id, tenant: tenant.displayName)
        case .shared(let shared) where signInAudience == .organization: .singleTenant(self, at: shared)
        case .shared(.organizations) where signInAudience == .personal: .onlyForPersonalAccounts(self)
        case .shared: nil
        }
    }

    func admits(_ tenant: Tenant, at selector: TenantSelector) -> Bool {
        selector.admits(tenant) && signInAudience.admits(tenant, home: tenantID)
    }
}
