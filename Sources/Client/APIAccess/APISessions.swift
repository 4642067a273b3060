// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignInProvider

/// The session of one API connection: of the stored account, or of the sign-in that the API's rejection led to.
actor APISessions {
    enum Holder: Sendable, Hashable {
        case account(Account)
        /// Since then, an enterprise's identity provider vouches for the user; nothing is stored.
        case enterprise(since: Date)

        var account: Account? { if case .account(let account) = self { account } else { nil } }

        var signedInAt: Date {
            switch self {
            case .account(let account): account.signedInAt
            case .enterprise(let since): since
            }
        }
    }

    struct Session: Sendable {
        let holder: Holder
        let metadata: ProtectedResourceMetadata
        let registration: ClientRegistration
        let transport: AuthorizedTransport
    }

    private let api: URL
    private let signIn: APISignIn
    private var session: Session?
    private var signIns: [URL: Date] = [:]
    private let flights = SingleFlight<Bool, Session?>()

    init(to api: URL, signingInBy signIn: APISignIn) {
        self.api = api
        self.signIn = signIn
    }

    func account() async throws -> Account? { try await kept()?.holder.account }

    func send<Response: Sendable>(
        _ request: HTTPRequest, isRepeatable: Bool = true,
        through client: @Sendable (HTTPRequest) async throws -> (HTTPResponse, Response)
    ) async throws -> Response {
        try signIn.client.checkProfiles()
        guard let origin = Origin(api), Origin(request) == origin, let address = request.url else {
            throw TransportError(
                .unusableTarget,
                "the request is for a host other than the connection's; create a connection to that host"
            )
        }
        let held = try await kept()
        if let held { try Self.require(held, covers: address) }
        let (head, refused) = try await response(to: request, isRepeatable: isRepeatable, from: held, through: client)
        guard head.status == .unauthorized, isRepeatable,
            let next = try await session(for: address, refusedBy: head, inPlaceOf: held)
        else { return refused }
        // Another request, for another path on the host, may have created this session.
        try Self.require(next, covers: address)
        try held?.requireSamePerson(in: next)
        return try await next.transport.send(request, isRepeatable: isRepeatable, through: client)
    }

    private static func require(_ session: Session, covers address: URL) throws {
        guard session.metadata.covers(address) else {
            throw TransportError(
                .unusableTarget,
                "the request is not for \(session.metadata.resource.absoluteString), whose token must not be sent "
                    + "elsewhere; create a connection to that URL")
        }
    }

    private func response<Response: Sendable>(
        to request: HTTPRequest, isRepeatable: Bool, from held: Session?,
        through client: @Sendable (HTTPRequest) async throws -> (HTTPResponse, Response)
    ) async throws -> (HTTPResponse, Response) {
        if let held {
            do {
                return try await held.transport.send(request, isRepeatable: isRepeatable) { request in
                    let (head, response) = try await client(request)
                    return (head, (head, response))
                }
            } catch let error where Self.needsSignIn(error) {
                forget(held)
            }
        }
        return try await client(request)
    }

    /// The sign-in has ended, the provider has forgotten the client, or the provider is now on another network.
    private static func needsSignIn(_ error: any Error) -> Bool {
        switch error {
        case Refusal.Code.signInRequired, Refusal.Code.addressNotPublic, ServerError.Code.invalidClient,
            ServerError.Code.unauthorizedClient:
            true
        default: false
        }
    }

    private func session(
        for address: URL, refusedBy head: HTTPResponse, inPlaceOf held: Session?
    ) async throws -> Session? {
        if let session, session.holder != held?.holder { return session }
        return try await flights.run(for: true) { [self] in
            if let session = await session, session.holder != held?.holder { return session }
            let challenges = AuthenticationChallenge.all(in: head.headerFields[values: .wwwAuthenticate])
            let api = try await APIDiscovery(client: signIn.client, accounts: signIn.accounts)
                .api(at: address, challengedBy: challenges)
            guard await mayHelp(api, inPlaceOf: held) else { return nil }
            let next = try await signIn.session(for: api, after: held?.holder.account)
            await keep(next, at: api.issuerAddress)
            return next
        }
    }

    /// An API that rejects the token of a recent sign-in also rejects that of the next, unless its provider changed; an
    /// API that alternates between two providers gets one sign-in at each.
    private func mayHelp(_ api: DiscoveredAPI, inPlaceOf held: Session?) -> Bool {
        guard let held, session != nil else { return true }
        let now = signIn.accounts.time.date()
        signIns = signIns.filter { Self.isRecent($0.value, now) }
        guard signIns[api.issuerAddress] == nil else { return false }
        let isSameProvider = api.metadata.authorizationServers
            .contains { $0.isSameIssuer(as: held.registration.issuer) }
        return !isSameProvider || !Self.isRecent(held.holder.signedInAt, now)
    }

    /// The shortest time between two sign-ins at one provider, in seconds.
    private static let pause: TimeInterval = 60

    /// A time far in the future is not recent: the clock was set back.
    private static func isRecent(_ time: Date, _ now: Date) -> Bool { abs(now.timeIntervalSince(time)) <= pause }

    private func keep(_ next: Session, at issuer: URL) {
        session = next
        signIns[issuer] = signIn.accounts.time.date()
    }

    private func forget(_ held: Session) {
        if session?.holder == held.holder { session = nil }
    }

    private func kept() async throws -> Session? {
        if let session { return session }
        let found = try await signIn.keptSession(for: api)
        // A sign-in may have ended during the read from the storage.
        if session == nil { session = found }
        return session
    }
}

extension APISessions.Session {
    /// Refuses to resend one user's request on behalf of another.
    fileprivate func requireSamePerson(in next: Self) throws {
        guard let own = holder.account?.identity, let other = next.holder.account?.identity, !own.isUnnamed,
            !other.isUnnamed, own.issuer == other.issuer, own.subject != other.subject
        else { return }
        throw Refusal(
            .subjectMismatch,
            "the request of one user is not resent on behalf of another; send it again if this is intended")
    }
}
