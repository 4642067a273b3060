// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignInProvider

/// The sign-in of one API connection: the account that an earlier run kept, else the one of the API's refusal.
actor APISessions {
    /// The party whose tokens a session carries.
    enum Holder: Sendable, Hashable {
        case account(Account)
        /// An enterprise's identity provider vouches for the person since then; nothing is kept.
        case enterprise(since: Date)

        var account: Account? { if case .account(let account) = self { account } else { nil } }

        var signedInAt: Date {
            switch self {
            case .account(let account): account.signedInAt
            case .enterprise(let since): since
            }
        }
    }

    /// A holder of tokens for the API, with the transport that carries them.
    struct Session: Sendable {
        let holder: Holder
        let metadata: ProtectedResourceMetadata
        let registration: ClientRegistration
        let transport: AuthorizedTransport
    }

    private let api: URL
    private let signIn: APISignIn
    private var session: Session?
    /// When this connection last signed in at each provider.
    private var signIns: [URL: Date] = [:]
    private let flights = SingleFlight<Bool, Session?>()

    init(to api: URL, signingInBy signIn: APISignIn) {
        self.api = api
        self.signIn = signIn
    }

    func account() async throws -> Account? { try await kept()?.holder.account }

    /// Sends a request through a client, once without a token or with a refused one, and again after a sign-in.
    func send<Response: Sendable>(
        _ request: HTTPRequest, isRepeatable: Bool = true,
        through client: @Sendable (HTTPRequest) async throws -> (HTTPResponse, Response)
    ) async throws -> Response {
        try signIn.client.checkProfiles()
        guard let origin = Origin(api), Origin(request) == origin, let address = request.url else {
            throw TransportError(
                .unusableTarget, "the request is for another host than the connection; create a connection to that host"
            )
        }
        let held = try await kept()
        if let held { try Self.require(held, covers: address) }
        let (head, refused) = try await response(to: request, isRepeatable: isRepeatable, from: held, through: client)
        guard head.status == .unauthorized, isRepeatable,
            let next = try await session(for: address, refusedBy: head, inPlaceOf: held)
        else { return refused }
        // Another request, for another part of the host, may have led to this session.
        try Self.require(next, covers: address)
        try held?.requireSamePerson(in: next)
        return try await next.transport.send(request, isRepeatable: isRepeatable, through: client)
    }

    /// Refuses an address that is not of the API of a session.
    private static func require(_ session: Session, covers address: URL) throws {
        guard session.metadata.covers(address) else {
            throw TransportError(
                .unusableTarget,
                "the request is not for \(session.metadata.resource.absoluteString), whose token must not be sent "
                    + "elsewhere; create a connection to that URL")
        }
    }

    /// The response with the token of a session; without a token if there is none, or if the session has ended.
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

    /// A sign-in has ended, or the provider has forgotten the client, or it is in another network than at the sign-in.
    private static func needsSignIn(_ error: any Error) -> Bool {
        switch error {
        case Refusal.Code.signInRequired, Refusal.Code.addressNotPublic, ServerError.Code.invalidClient,
            ServerError.Code.unauthorizedClient:
            true
        default: false
        }
    }

    /// A session in place of a refused one; all requests that wait share one sign-in.
    ///
    /// - Returns: `nil` if another sign-in would not help.
    private func session(
        for address: URL, refusedBy head: HTTPResponse, inPlaceOf held: Session?
    ) async throws -> Session? {
        if let session, session.holder != held?.holder { return session }
        return try await flights.run(for: true) { [self] in
            if let session = await session, session.holder != held?.holder { return session }
            let challenges = AuthenticationChallenge.all(in: head.headerFields[values: .wwwAuthenticate])
            let api = try await signIn.api(at: address, challengedBy: challenges)
            guard await mayHelp(api, inPlaceOf: held) else { return nil }
            let next = try await signIn.session(for: api, after: held?.holder.account)
            await keep(next, at: api.issuerAddress)
            return next
        }
    }

    /// An API that refuses the token of a new sign-in refuses that of another one as well, unless its provider changed.
    ///
    /// An API that names two providers in turn gets one sign-in at each.
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

    /// A time far in the future is not: the clock was moved back.
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
        // A sign-in may have ended during the look at the storage.
        if session == nil { session = found }
        return session
    }
}

extension APISessions.Session {
    /// Refuses to send a request of one person again in the name of another.
    fileprivate func requireSamePerson(in next: Self) throws {
        guard let own = holder.account?.identity, let other = next.holder.account?.identity, !own.isUnnamed,
            !other.isUnnamed, own.issuer == other.issuer, own.subject != other.subject
        else { return }
        throw Refusal(
            .subjectMismatch,
            "the request of one user is not resent on behalf of another; send it again if this is intended")
    }
}
