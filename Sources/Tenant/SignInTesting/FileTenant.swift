// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTransport
import LocalTenant
import MicrosoftIdentity
public import OAuthMessages
public import PortableFoundation
import SignIn
public import SignInProvider
import TenantAuthorization

/// An in-process local tenant with the content of a tenant file.
///
/// ```swift
/// try await withTenant(from: file) { tenant in
///     let planner = tenant.registration(
///         of: "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10", in: "6f2c1a5e-8f2b-4f0a-9d37-0c5b1e7a4d21",
///         redirectURI: redirectURI, scopes: ["profile", "offline_access"])
///     let mara = tenant.userAgent(signingIn: "mara@heron.example", password: "correct horse")
///     let account = try await tenant.signInFlow(planner).signIn(with: mara)
///     #expect(account.identity.name == "Mara Lind")
/// }
/// ```
public struct FileTenant: InProcessTenant {
    /// The tenant's clock.
    public let clock: TestClock
    /// The transport to the tenant and its Microsoft Graph.
    public let transport: InProcessTransport
    /// The tenant's API for tests.
    public let administration: TenantAdministration
    /// The tenant's base URL.
    public let address: URL

    init(_ platform: IdentityPlatform, clock: TestClock) throws {
        guard let address = URL(string: platform.context.baseURL) else { throw CocoaError(.formatting) }
        self.clock = clock
        self.address = address
        transport = try InProcessTransport(platform)
        administration = TenantAdministration(over: transport, at: address)
    }

    /// Returns a registration of the file's app with this `appId` for ``signInFlow(_:keepingIn:)``.
    ///
    /// `redirectURI` is one of the app's, and people of the directory with the ID `directory` sign in.
    public func registration(
        of clientID: String, in directory: String, redirectURI: RedirectURI, scopes: ScopeSet
    ) -> ClientRegistration {
        ClientRegistration(
            name: clientID, issuer: address.appending(path: "\(directory)/v2.0"), clientID: clientID,
            redirectURI: redirectURI, scopes: scopes, rules: rules)
    }
}
