// SPDX-License-Identifier: Apache-2.0

/// A role that people and apps can be given in an app.
struct AppRole: Sendable, Hashable, Codable {
    /// Who can be given it.
    enum MemberType: String, Sendable, Codable, CaseIterable {
        case user = "User"
        case application = "Application"
    }

    /// What tokens say in `roles`.
    let value: String
    let displayName: String
    var allowedMemberTypes: [MemberType] = [.user]
}

extension AppRole {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.decode(String.self, forKey: .value)
        displayName = try values.decode(.displayName, or: value)
        allowedMemberTypes = try values.decode(.allowedMemberTypes, or: [.user])
    }
}
