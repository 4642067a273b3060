// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords
import TenantDirectory

/// A rule of a directory for sign-ins, named as in Microsoft Graph's `conditionalAccessPolicy`.
package struct ConditionalAccessPolicy: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "conditionalAccessPolicy"

    enum State: String, Sendable, Codable {
        case enabled, disabled
        /// Microsoft's report-only mode; here the tenant ignores such a policy.
        case reporting = "enabledForReportingButNotEnforced"
    }

    let id: String
    let tenantID: String
    let displayName: String
    var state: State = .enabled
    /// A policy that demands a password change accepts passwords changed since this time.
    var createdDateTime = Date(timeIntervalSince1970: 0)
    var conditions = ConditionalAccessConditions()
    var grantControls: ConditionalAccessGrantControls?
    var sessionControls: ConditionalAccessSessionControls?
}

extension ConditionalAccessPolicy {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        tenantID = try values.decode(String.self, forKey: .tenantID)
        displayName = try values.decode(.displayName, or: id)
        state = try values.decode(.state, or: .enabled)
        createdDateTime = try values.decode(.createdDateTime, or: Date(timeIntervalSince1970: 0))
        conditions = try values.decode(.conditions, or: ConditionalAccessConditions())
        grantControls = try values.decodeIfPresent(ConditionalAccessGrantControls.self, forKey: .grantControls)
        sessionControls = try values.decodeIfPresent(ConditionalAccessSessionControls.self, forKey: .sessionControls)
    }
}

extension TenantDatabase {
    func enabledPolicies(of tenantID: String) async throws -> [ConditionalAccessPolicy] {
        let table = CachedTable(name: ConditionalAccessPolicy.databaseTableName) {
            try ConditionalAccessPolicy.order(Column.rowID).fetchAll($0)
        }
        return try await cached(table).filter { $0.tenantID == tenantID && $0.state == .enabled }
    }
}

struct ConditionalAccessConditions: Sendable, Hashable, Codable {
    enum ClientAppType: String, Sendable, Codable {
        case all, browser, mobileAppsAndDesktopClients
        /// An app that collects the password itself.
        case other
    }

    struct Applications: Sendable, Hashable, Codable {
        /// Client ids, or `All`.
        var includeApplications: [String] = ["All"]
        var excludeApplications: [String] = []
        /// Authentication contexts, such as `c1`, in place of apps.
        var includeAuthenticationContextClassReferences: [String] = []
    }

    struct Users: Sendable, Hashable, Codable {
        /// Ids, `All`, or `GuestsOrExternalUsers`.
        var includeUsers: [String] = []
        var excludeUsers: [String] = []
        var includeGroups: [String] = []
        var excludeGroups: [String] = []
    }

    var applications = Applications()
    var users = Users(includeUsers: ["All"])
    var clientAppTypes: [ClientAppType] = [.all]
}

extension ConditionalAccessConditions {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        applications = try values.decode(.applications, or: Applications())
        users = try values.decode(.users, or: Users(includeUsers: ["All"]))
        clientAppTypes = try values.decode(.clientAppTypes, or: [.all])
    }
}

extension ConditionalAccessConditions.Applications {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let contexts = try values.decode(.includeAuthenticationContextClassReferences, or: [String]())
        includeAuthenticationContextClassReferences = contexts
        includeApplications = try values.decode(.includeApplications, or: contexts.isEmpty ? ["All"] : [])
        excludeApplications = try values.decode(.excludeApplications, or: [])
    }
}

extension ConditionalAccessConditions.Users {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        includeUsers = try values.decode(.includeUsers, or: [])
        excludeUsers = try values.decode(.excludeUsers, or: [])
        includeGroups = try values.decode(.includeGroups, or: [])
        excludeGroups = try values.decode(.excludeGroups, or: [])
    }
}

struct ConditionalAccessGrantControls: Sendable, Hashable, Codable {
    enum Control: String, Sendable, Codable {
        case block
        case mfa
        /// This tenant has no managed devices.
        case compliantDevice
        case domainJoinedDevice
        /// Approved by Microsoft; this tenant has none.
        case approvedApplication
        case passwordChange
    }

    enum Operator: String, Sendable, Codable {
        case all = "AND"
        case any = "OR"
    }

    var `operator`: Operator = .any
    var builtInControls: [Control]
    /// Confirmations by other services; this tenant has none, so this is never met.
    var customAuthenticationFactors: [String] = []
    var termsOfUse: [String] = []
}

extension ConditionalAccessGrantControls {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.operator = try values.decode(.operator, or: .any)
        builtInControls = try values.decode(.builtInControls, or: [])
        customAuthenticationFactors = try values.decode(.customAuthenticationFactors, or: [])
        termsOfUse = try values.decode(.termsOfUse, or: [])
    }
}

struct ConditionalAccessSessionControls: Sendable, Hashable, Codable {
    struct SignInFrequency: Sendable, Hashable, Codable {
        enum AuthenticationType: String, Sendable, Codable {
            case primaryAndSecondaryAuthentication, secondaryAuthentication
        }

        let seconds: Int
        var authenticationType: AuthenticationType = .primaryAndSecondaryAuthentication
    }

    var signInFrequency: SignInFrequency?
}

extension ConditionalAccessSessionControls.SignInFrequency {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        seconds = try values.decode(Int.self, forKey: .seconds)
        authenticationType = try values.decode(.authenticationType, or: .primaryAndSecondaryAuthentication)
    }
}
