// SPDX-License-Identifier: Apache-2.0
extension Texts {
    /// The texts without a number or a name in them, by group and name, such as `people.search`.
    package var plain: [String: String] {
        var texts: [String: String] = [:]
        for group in Mirror(reflecting: self).children {
            for text in Mirror(reflecting: group.value).children {
                if let value = text.value as? String { texts["\(group.label ?? "").\(text.label ?? "")"] = value }
            }
        }
        return texts
    }

    /// A permission that the app's registrations ask for.
    package enum Permission: String, Sendable, Hashable, CaseIterable {
        case openID = "openid"
        case profile
        case email
        case offlineAccess = "offline_access"
        case userRead = "User.Read"
        case userReadBasicAll = "User.ReadBasic.All"
        case userReadAll = "User.Read.All"
        case tasksReadWrite = "Tasks.ReadWrite"
    }

    /// An event in the life of an account.
    package enum Event: Sendable, Hashable {
        case signedIn, signedInAgain, refreshed, needsSignIn, signedOut
    }
}
