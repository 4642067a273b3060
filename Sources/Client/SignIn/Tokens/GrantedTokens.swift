// SPDX-License-Identifier: Apache-2.0
package import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignInProvider
import SystemCryptography

/// Caches the access tokens of a client, for itself or its caller; concurrent tasks with the same question share one
/// request.
package actor GrantedTokens {
    /// A token request, without the parts that change each time.
    struct Question: Hashable, Sendable {
        /// A hash of the presented token, which may be long; `nil` for the client itself.
        private let subject: Data?
        private let permissions: Set<String>

        init(for scopes: ScopeSet, presenting subject: Redacted<FormParameters>? = nil) {
            self.subject = subject.map { Data(SHA256.hash(data: Data($0.revealed.encoded.utf8))) }
            permissions = scopes.permissions
        }
    }

    private struct Entry {
        let accessToken: Redacted<String>
        let obtainedAt: Duration
        let usableUntil: Duration
    }

    /// An API with more callers requests again the tokens that expire first.
    package nonisolated let capacity: Int
    private let registration: ClientRegistration
    private let transport: any Transport
    private let time: TimeSource
    private let providers: DiscoveredProviders
    nonisolated let prover: DPoPProver?
    private let flights = SingleFlight<Question, Redacted<String>>()
    private var kept: [Question: Entry] = [:]
    private var failures = RecentFailures<Question>()

    package init(
        _ registration: ClientRegistration, over transport: any Transport, time: TimeSource, capacity: Int = 10_000
    ) {
        self.capacity = capacity
        self.registration = registration
        self.transport = transport
        self.time = time
        let providers = DiscoveredProviders(over: transport, time: time)
        self.providers = providers
        prover = registration.dpopBoundAccessTokens ? providers.prover(of: DPoPKey()) : nil
    }

    /// A `rejected` token is returned again only while it is new.
    func token(
        for question: Question, rejected: Redacted<String>?,
        asking request: @escaping @Sendable () async throws -> TokenRequest
    ) async throws -> Redacted<String> {
        if let token = usable(question, rejected: rejected) { return token }
        return try await flights.run(for: question) { [self] in
            // Another task may have stored a token since the first check.
            if let token = await usable(question, rejected: rejected) { return token }
            return try await askUnlessToldToWait(for: question, request)
        }
    }

    private func askUnlessToldToWait(
        for question: Question, _ request: @Sendable () async throws -> TokenRequest
    ) async throws -> Redacted<String> {
        try failures.check(question, now: time.elapsed())
        do {
            return try await ask(try await request(), for: question)
        } catch {
            failures.noteWait(error, for: question, now: time.elapsed())
            throw error
        }
    }

    private func usable(_ question: Question, rejected: Redacted<String>?) -> Redacted<String>? {
        let now = time.elapsed()
        guard let entry = kept[question], entry.usableUntil > now else { return nil }
        // The API would also reject another new token.
        guard entry.accessToken != rejected || now - entry.obtainedAt < TokenSchedule.newness else { return nil }
        return entry.accessToken
    }

    private func ask(_ request: TokenRequest, for question: Question) async throws -> Redacted<String> {
        let provider = try await providers.provider(for: registration)
        let response = try await TokenEndpoint(
            of: provider, for: registration, over: transport, proving: prover, time: time
        ).send(request)
        let (date, now) = (time.date(), time.elapsed())
        guard let token = KeptToken(response, scopes: request.scopes, obtainedAt: date) else {
            throw TokenEndpoint.accessTokenMissing
        }
        kept = kept.filter { $0.value.usableUntil > now }
        if kept.count >= capacity, let soonest = kept.min(by: { $0.value.usableUntil < $1.value.usableUntil }) {
            kept[soonest.key] = nil
        }
        kept[question] = Entry(
            accessToken: token.accessToken, obtainedAt: now,
            usableUntil: now + TokenSchedule(token, now: date).usableFor)
        return token.accessToken
    }
}

extension GrantedTokens {
    package nonisolated func source(
        asking request: @escaping @Sendable (ScopeSet) async throws -> TokenRequest
    ) -> any AccessTokenSource { Source(tokens: self, subject: nil, request: request) }

    struct Source: PresentableTokenSource {
        let tokens: GrantedTokens
        let subject: Redacted<FormParameters>?
        let request: @Sendable (ScopeSet) async throws -> TokenRequest

        func presentableToken(
            for scopes: ScopeSet, rejected: Redacted<String>?, meeting claims: ClaimsRequest?
        ) async throws -> PresentableToken {
            let scopes = scopes.resourcePart
            let token = try await tokens.token(for: Question(for: scopes, presenting: subject), rejected: rejected) {
                try await request(scopes)
            }
            return PresentableToken(token, provedBy: tokens.prover)
        }
    }
}
