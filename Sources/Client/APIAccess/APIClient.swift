// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
public import OAuthMessages
public import PortableFoundation
public import SignIn
public import SignInProvider

/// An app's description of itself for the provider of a discovered API.
///
/// ```swift
/// guard let redirectURI = RedirectURI("http://127.0.0.1/signed-in") else { return nil }
/// var client = APIClient(name: "Notes", redirectURI: redirectURI)
/// client.flows = [SignInFlow(work, keepingIn: accounts)]  // a provider where the app is registered
/// return client
/// ```
public struct APIClient: Sendable {
    /// The name that providers show to users when the app registers dynamically.
    public var name: String
    /// The URI where the app receives responses; a loopback URI without a port picks a free one.
    ///
    /// Include a path: some providers add a slash to a URI without one, and then do not recognize it.
    public var redirectURI: RedirectURI
    /// The URL of the app's metadata document, which serves as the client ID at providers that support such documents.
    ///
    /// OAuth Client ID Metadata Document
    public var metadataDocument: URL?
    /// The app's client IDs at providers whose other details are discovered.
    public var credentials: [Credentials]
    /// The app's sign-in flows at providers where it is registered; these are tried first.
    ///
    /// None can have a security profile such as `.fapi2`, because an API must not choose the provider then.
    public var flows: [SignInFlow]
    /// The issuers to prefer, if an API names several.
    ///
    /// Issuers of ``flows`` are tried first, and issuers of ``credentials`` are preferred, too. Preferred issuers keep
    /// the API's order.
    public var preferredIssuers: [URL]
    /// The URLs of APIs that get tokens from ``flows`` and ``credentials`` without a question; for any other API, the
    /// user is asked first.
    public var knownAPIs: [URL]
    /// The user's sign-in at an enterprise's identity provider, which replaces a sign-in at providers listed in
    /// ``credentials``.
    public var enterprise: EnterpriseAuthorization?

    /// An app's client ID at one provider; it is sent to no other.
    ///
    /// ```swift
    /// guard let issuer = URL(string: "https://login.example.com") else { return }
    /// let credentials = APIClient.Credentials(issuer: issuer, clientID: "your client id")
    /// client.credentials.append(credentials)
    /// ```
    public struct Credentials: Sendable {
        /// The provider's issuer URL.
        public var issuer: URL
        /// The client ID that the provider assigned to the app.
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
        flows: [SignInFlow] = [], knownAPIs: [URL] = [], preferredIssuers: [URL] = []
    ) {
        self.name = name
        self.redirectURI = redirectURI
        self.metadataDocument = metadataDocument
        self.credentials = credentials
        self.flows = flows
        self.knownAPIs = knownAPIs
        self.preferredIssuers = preferredIssuers
    }
}

extension RegisteredClient {
    /// A secret is stored with the account; a key or a closure is not.
    init(_ own: APIClient.Credentials) {
        self.init(id: own.clientID)
        if case .secret(let secret, let method) = own.authentication { (self.secret, secretMethod) = (secret, method) }
    }
}

extension APIClient {
    func ordered(_ issuers: [URL]) -> [URL] {
        let first = issuers.filter(prefers)
        return first + issuers.filter { !first.contains($0) }
    }

    func prefers(_ issuer: URL) -> Bool {
        (preferredIssuers + credentials.map(\.issuer)).contains { $0.isSameIssuer(as: issuer) }
    }

    func credentials(at issuer: URL) -> Credentials? { credentials.first { $0.issuer.isSameIssuer(as: issuer) } }

    /// An API names its provider, and a security profile accepts no provider from such a source.
    func checkProfiles() throws {
        guard let flow = flows.first(where: { $0.registration.profile != nil }) else { return }
        throw SecurityProfile.unmet(
            "an API that is called by its URL chooses the provider; call it with authorizedTransport of the flow "
                + "'\(flow.registration.name)', and remove that from APIClient.flows")
    }

    func isKnown(_ api: URL) -> Bool { knownAPIs.contains { Origin.isShared(by: $0, api) } }

    func registration(_ api: APIRegistration) -> ClientRegistration {
        var registration = ClientRegistration(api)
        if let own = credentials.first(where: { $0.issuer.isSameIssuer(as: api.issuer) && $0.clientID == api.client.id }
        ) {
            registration.authentication = own.authentication
        }
        return registration
    }
}

extension AccountStorage {
    /// Returns the registration of each stored account whose API was discovered by its URL.
    ///
    /// - Throws: `AccountStorageError`.
    public func registrationsOfAPIs() async throws -> [ClientRegistration] {
        try await records().compactMap(\.api).map(ClientRegistration.init)
    }
}
