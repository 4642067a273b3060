// SPDX-License-Identifier: Apache-2.0

/// A role that an app offers to people and apps.
package struct AppRole: Sendable, Hashable, Codable {
    /// The kinds of principals that can have the role.
    package enum MemberType: String, Sendable, Codable, CaseIterable {
        case user = "User"
        case application = "Application"
    }

    /// The value in the `roles` claim of tokens.
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
