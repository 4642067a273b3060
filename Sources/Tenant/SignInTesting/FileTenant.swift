// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPTransport
import Hummingbird
import LocalTenant
import MicrosoftIdentity
public import OAuth
public import Provider
import SignIn
import TenantAuthorization

/// A local tenant in process whose content is what a tenant file says.
public struct FileTenant: InProcessTenant {
    /// The clock of the tenant.
    public let clock: TestClock
    /// Reaches the tenant, and Microsoft Graph in it.
    public let transport: InProcessTransport
    /// The tenant's API for tests.
    public let administration: TenantAdministration
    /// Where the tenant answers.
    public let address: URL

    init(_ platform: IdentityPlatform, clock: TestClock) throws {
        guard let address = URL(string: platform.context.baseURL) else { throw CocoaError(.formatting) }
        self.clock = clock
        self.address = address
        transport = InProcessTransport(platform.router().buildResponder(), at: address)
        administration = TenantAdministration(over: transport, at: address)
    }

    /// What one of the apps in the file needs to sign people in.
    ///
    /// - Parameters:
    ///   - clientID: The app's `appId`.
    ///   - directory: The id of the directory whose people sign in.
    ///   - redirectURI: One of the app's redirect URIs.
    ///   - scopes: What it asks for.
    /// - Returns: The registration, for ``signInFlow(_:keepingIn:)``.
    public func registration(
        of clientID: String, in directory: String, redirectURI: RedirectURI, scopes: ScopeSet
    ) -> ClientRegistration {
        ClientRegistration(
            name: clientID, issuer: address.appending(path: "\(directory)/v2.0"), clientID: clientID,
            redirectURI: redirectURI, scopes: scopes, rules: rules)
    }
}
