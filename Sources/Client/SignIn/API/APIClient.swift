// SPDX-License-Identifier: Apache-2.0
public import Foundation
import HTTPTransport
public import OAuth
public import Provider

/// An app, as it introduces itself to the provider of an API that it found by the API's address.
///
/// ```swift
/// guard let redirectURI = RedirectURI("http://127.0.0.1/signed-in") else { return nil }
/// var client = APIClient(name: "Notes", redirectURI: redirectURI)
/// client.flows = [SignInFlow(work, keepingIn: accounts)]  // a provider at which the app is registered
/// return client
/// ```
public struct APIClient: Sendable {
    /// The name that providers show to people when the app registers itself.
    public var name: String
    /// The address at which the app receives responses; a loopback one without a port gets one.
    ///
    /// Give it a path: some providers add a slash to an address without one, and then do not recognize it.
    public var redirectURI: RedirectURI
    /// The address of the app's metadata document, which is then its id at providers that read such documents.
    ///
    /// OAuth Client ID Metadata Document
    public var metadataDocument: URL?
    /// The app's ids at providers of which the rest is found out.
    public var credentials: [Credentials]
    /// The app's sign-ins at providers that it is registered at; these come first.
    ///
    /// None may have a security profile such as `.fapi2`, which does not let an API choose the provider.
    public var flows: [SignInFlow]
    /// The addresses of APIs that get tokens of these sign-ins, and of ``credentials``; for another API the person is
    /// asked first.
    public var knownAPIs: [URL]
    /// The person's sign-in at an enterprise's identity provider: at providers for which there are ``credentials``, it
    /// takes the place of a sign-in.
    public var enterprise: EnterpriseAuthorization?

    /// An app's id at one provider; it goes to no other.
    ///
    /// ```swift
    /// guard let issuer = URL(string: "https://login.example.com") else { return }
    /// let credentials = APIClient.Credentials(issuer: issuer, clientID: "your client id")
    /// client.credentials.append(credentials)
    /// ```
    public struct Credentials: Sendable {
        /// The provider's issuer address.
        public var issuer: URL
        /// The id that the provider gave to the app.
        public var clientID: String
        /// How the app authenticates there.
        public var authentication: ClientAuthentication

        /// Creates credentials.
        public init(issuer: URL, clientID: String, authentication: ClientAuthentication = .none) {
            self.issuer = issuer
            self.clientID = clientID
            self.authentication = authentication
        }
    }

    /// Creates a description of an app.
    public init(
        name: String, redirectURI: RedirectURI, metadataDocument: URL? = nil, credentials: [Credentials] = [],
        flows: [SignInFlow] = [], knownAPIs: [URL] = []
    ) {
        self.name = name
        self.redirectURI = redirectURI
        self.metadataDocument = metadataDocument
        self.credentials = credentials
        self.flows = flows
        self.knownAPIs = knownAPIs
    }
}

extension RegisteredClient {
    /// The client of credentials; a secret is kept with the account, a key or a closure is not.
    init(_ own: APIClient.Credentials) {
        self.init(id: own.clientID)
        if case .secret(let secret, let method) = own.authentication { (self.secret, secretMethod) = (secret, method) }
    }
}

extension APIClient {
    /// The credentials at a provider.
    func credentials(at issuer: URL) -> Credentials? { credentials.first { $0.issuer.isSameIssuer(as: issuer) } }

    /// Refuses a registration of a security profile: the API names its provider, and a profile trusts no such source.
    ///
    /// - Throws: ``Refusal`` (`securityProfileUnmet`). FAPI 2.0 Security Profile §5.3.3.1
    func checkProfiles() throws {
        guard let flow = flows.first(where: { $0.registration.profile != nil }) else { return }
        throw SecurityProfile.unmet(
            "an API that is called by its address chooses the provider; call it with authorizedTransport of the flow "
                + "'\(flow.registration.name)', and leave that out of APIClient.flows")
    }

    /// Whether the app itself names the API.
    func isKnown(_ api: URL) -> Bool { knownAPIs.contains { Origin.isShared(by: $0, api) } }

    /// The registration for a found API, with the authentication that the app brings.
    func registration(_ api: APIRegistration) -> ClientRegistration {
        var registration = ClientRegistration(api)
        if let own = credentials.first(where: { $0.issuer.isSameIssuer(as: api.issuer) && $0.clientID == api.client.id }
        ) {
            registration.authentication = own.authentication
        }
        return registration
    }
}

extension URL {
    /// Whether it is the same issuer; a slash at the end of a bare host makes no difference.
    package func isSameIssuer(as other: URL) -> Bool {
        func text(_ url: URL) -> String {
            url.path() == "/" && url.absoluteString.hasSuffix("/")
                ? String(url.absoluteString.dropLast()) : url.absoluteString
        }
        return text(self) == text(other)
    }
}
