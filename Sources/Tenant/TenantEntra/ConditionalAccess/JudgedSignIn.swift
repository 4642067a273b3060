// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantDirectory

/// The data of a sign-in, or of a later request for tokens, that policies judge.
struct JudgedSignIn: Sendable {
    let person: DirectoryPerson
    let groupIDs: Set<String>
    /// The app, and the APIs that it requests tokens for.
    let applicationIDs: Set<String>
    let clientAppType: ConditionalAccessConditions.ClientAppType
    /// The authentication contexts that the app requests.
    let contexts: Set<String>
    /// The time of the password.
    let authenticatedAt: Date
    /// The time of the second factor.
    let secondFactorAt: Date?
    let now: Date
}

extension RegisteredApp {
    /// The client type that policies judge.
    var clientAppType: ConditionalAccessConditions.ClientAppType {
        isPublic && spaRedirectURIs.isEmpty ? .mobileAppsAndDesktopClients : .browser
    }
}
