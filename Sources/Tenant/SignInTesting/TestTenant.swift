// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTransport
package import LocalTenant
import MicrosoftIdentity
import OAuthMessages
public import PortableFoundation
public import SignIn
public import SignInProvider
import TenantAuthorization
import TenantControl
import TenantDirectory

/// An in-process local tenant, with an app and two people for tests to sign in.
///
/// ```swift
/// @Test func `Ana signs in`() async throws {
///     try await withTenant { tenant in
///         let flow = tenant.signInFlow()
///         let account = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
///         #expect(account.identity.name == "Ana Silva")
///     }
/// }
/// ```
public struct TestTenant: InProcessTenant {
    /// The tenant's clock.
    public let clock: TestClock
    /// The transport to the tenant and its Microsoft Graph.
    public let transport: InProcessTransport
    /// The tenant's API for tests: people, apps, consent, and messages to people.
    public let administration: TenantAdministration
    /// The sample app: public, with the redirect URI `http://localhost`.
    ///
    /// An administrator has consented to `User.Read.All` and to the task API. For all other permissions, the tenant
    /// asks for consent, and ``ScriptedUserAgent`` agrees.
    public let registration: ClientRegistration
    /// A person who can sign in.
    public let person: TestPerson
    /// Another person who can sign in.
    public let otherPerson: TestPerson
    /// The password of both people.
    public let password = IdentityPlatform.samplePassword
    /// The tenant's base URL.
    public let address: URL
    /// The URL of Microsoft Graph.
    public let graph: URL
    package let platform: IdentityPlatform

    package init(_ platform: IdentityPlatform, clock: TestClock) async throws {
        self.platform = platform
        self.clock = clock
        let tenant = try await platform.context.tenant()
        address = try Self.url(platform.context.baseURL)
        guard let redirectURI = RedirectURI("http://localhost") else { throw CocoaError(.formatting) }
        transport = try InProcessTransport(platform)
        administration = TenantAdministration(over: transport, at: address)
        graph = try Self.url(platform.context.graphURL)
        registration = ClientRegistration(
            name: "myGraphService", issuer: try Self.url(platform.context.issuer(tenant.id)),
            clientID: SampleApp.quickStartID,
            redirectURI: redirectURI, scopes: ["openid", "profile", "offline_access", "User.Read.All"],
            rules: .entra)
        let people = try await platform.people()
        person = try Self.find("ana.silva@", in: people)
        otherPerson = try Self.find("conor.obrien@", in: people)
    }

    /// Returns a user agent that signs in a person with the tenant's own forms.
    public func userAgent(signingIn person: TestPerson) -> ScriptedUserAgent {
        userAgent(signingIn: person.username, password: password)
    }

    /// Returns a flow for the sample app, which stores accounts in memory by default.
    public func signInFlow(keepingIn storage: any AccountStorage = MemoryAccountStorage()) -> SignInFlow {
        signInFlow(registration, keepingIn: storage)
    }

    /// Makes the tenant answer the sample app's authorization requests immediately, without any page.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func signInAutomatically(as person: TestPerson, consent: Bool = true) async throws {
        try await signInAutomatically(
            AutomaticSignIn(clientID: registration.clientID, person: person.username, consent: consent))
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw CocoaError(.formatting) }
        return url
    }

    private static func find(_ name: String, in people: [DirectoryPerson]) throws -> TestPerson {
        let person = people.first { $0.userPrincipalName.hasPrefix(name) }
        guard let person else { throw CocoaError(.fileNoSuchFile) }
        return TestPerson(id: person.id, name: person.displayName, username: person.userPrincipalName)
    }
}

/// A person in a directory of the tenant.
///
/// ```swift
/// @Test func `a test adds people of its own`() async throws {
///     try await withTenant { tenant in
///         let person = try await tenant.administration.addPerson(
///             "mo@aldervale.example", named: "Mo Farouk", in: "aldervale.example")
///         let account = try await tenant.signInFlow().signIn(with: tenant.userAgent(signingIn: person))
///         #expect(account.identity.username == "mo@aldervale.example")
///     }
/// }
/// ```
public struct TestPerson: Sendable, Hashable, Identifiable {
    /// The person's ID in the directory.
    public let id: String
    /// The display name.
    public let name: String
    /// The name to sign in with.
    public let username: String
}
