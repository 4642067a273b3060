// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords
import TenantDirectory

/// A rule of a directory: it grants people tokens for apps only under its conditions.
///
/// The names are those of Microsoft Graph's `conditionalAccessPolicy`.
package struct ConditionalAccessPolicy: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "conditionalAccessPolicy"

    /// Whether a policy is in force.
    enum State: String, Sendable, Codable {
        case enabled, disabled
        /// Microsoft's report-only mode; here the tenant ignores such a policy.
        case reporting = "enabledForReportingButNotEnforced"
    }

    let id: String
    let tenantID: String
    let displayName: String
    var state: State = .enabled
    /// The creation time; a policy that demands a password change accepts passwords changed since then.
    var createdDateTime = Date(timeIntervalSince1970: 0)
    var conditions = ConditionalAccessConditions()
    /// The required proofs; `nil` requires nothing beyond the password.
    var grantControls: ConditionalAccessGrantControls?
    /// The limits on a session's age.
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
    /// The policies of a directory that are in force.
    func enabledPolicies(of tenantID: String) async throws -> [ConditionalAccessPolicy] {
        let table = CachedTable(name: ConditionalAccessPolicy.databaseTableName) {
            try ConditionalAccessPolicy.order(Column.rowID).fetchAll($0)
        }
        return try await cached(table).filter { $0.tenantID == tenantID && $0.state == .enabled }
    }
}

/// The conditions of a policy: it applies to the sign-ins that match all of them.
struct ConditionalAccessConditions: Sendable, Hashable, Codable {
    /// The kind of app that a person signs in with.
    enum ClientAppType: String, Sendable, Codable {
        case all, browser, mobileAppsAndDesktopClients
        /// An app that asks for the password itself.
        case other
    }

    /// The apps and APIs of a policy.
    struct Applications: Sendable, Hashable, Codable {
        /// Client ids, or `All`.
        var includeApplications: [String] = ["All"]
        var excludeApplications: [String] = []
        /// Authentication contexts, such as `c1`, in place of apps.
        var includeAuthenticationContextClassReferences: [String] = []
    }

    /// The people of a policy.
    struct Users: Sendable, Hashable, Codable {
        /// Ids of people, `All` or `GuestsOrExternalUsers`.
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

/// The proofs that a policy requires before it lets a person pass.
struct ConditionalAccessGrantControls: Sendable, Hashable, Codable {
    /// One proof or state that a policy requires.
    enum Control: String, Sendable, Codable {
        /// No proof helps.
        case block
        case mfa
        /// A managed device; this tenant has none.
        case compliantDevice
        case domainJoinedDevice
        /// An app that Microsoft approved; this tenant has none.
        case approvedApplication
        case passwordChange
    }

    /// Whether a policy demands all controls, or one of them.
    enum Operator: String, Sendable, Codable {
        case all = "AND"
        case any = "OR"
    }

    var `operator`: Operator = .any
    var builtInControls: [Control]
    /// Confirmations by other services; this tenant has none, so they are never met.
    var customAuthenticationFactors: [String] = []
    /// The ids of the terms of use that a person must accept once.
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

/// The limits that end a session early.
struct ConditionalAccessSessionControls: Sendable, Hashable, Codable {
    /// The time after which a person must sign in again.
    struct SignInFrequency: Sendable, Hashable, Codable {
        /// The proofs that the person must give again.
        enum AuthenticationType: String, Sendable, Codable {
            case primaryAndSecondaryAuthentication, secondaryAuthentication
        }

        /// The time for which one sign-in is enough.
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
