// SPDX-License-Identifier: Apache-2.0

/// A role that people and apps can be given in an app.
package struct AppRole: Sendable, Hashable, Codable {
    /// Who can be given it.
    package enum MemberType: String, Sendable, Codable, CaseIterable {
        case user = "User"
        case application = "Application"
    }

    /// What tokens say in `roles`.
    package let value: String
    package let displayName: String
    package var allowedMemberTypes: [MemberType] = [.user]

    package init(value: String, displayName: String, allowedMemberTypes: [MemberType] = [.user]) {
        (self.value, self.displayName, self.allowedMemberTypes) = (value, displayName, allowedMemberTypes)
    }
}

extension AppRole {
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.decode(String.self, forKey: .value)
        displayName = try values.decode(.displayName, or: value)
        allowedMemberTypes = try values.decode(.allowedMemberTypes, or: [.user])
    }
}
