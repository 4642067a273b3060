// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantDirectory

/// A sign-in, or a request for tokens after one, as policies look at it.
struct JudgedSignIn: Sendable {
    let person: DirectoryPerson
    let groupIDs: Set<String>
    /// The app, and the APIs that it wants tokens for.
    let applicationIDs: Set<String>
    let clientAppType: ConditionalAccessConditions.ClientAppType
    /// The authentication contexts that the tokens must be good for.
    let contexts: Set<String>
    /// When the password was typed.
    let authenticatedAt: Date
    /// When the code of the second factor was right.
    let secondFactorAt: Date?
    let now: Date
}

extension RegisteredApp {
    /// What policies see somebody sign in with.
    var clientAppType: ConditionalAccessConditions.ClientAppType {
        isPublic && spaRedirectURIs.isEmpty ? .mobileAppsAndDesktopClients : .browser
    }
}
