// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

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
