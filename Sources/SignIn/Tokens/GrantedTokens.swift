// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import OAuth
import Provider

/// Keeps the access tokens that a client was given for itself or for somebody else, as long as they are good.
///
/// Any number of tasks that ask the same at once cause one request.
actor GrantedTokens {
    /// What is asked, without what is new each time.
    struct Question: Hashable, Sendable {
        /// Whose token is presented; the client itself if none is.
        var subject: Redacted<FormParameters>?
        let permissions: Set<String>
    }

    private struct Entry {
        let accessToken: Redacted<String>
        let usableUntil: Duration
    }

    private let registration: ClientRegistration
    private let transport: any Transport
    private let time: TimeSource
    private let providers: DiscoveredProviders
    private let flights = SingleFlight<Question, Redacted<String>>()
    private var kept: [Question: Entry] = [:]

    init(_ registration: ClientRegistration, over transport: any Transport, time: TimeSource) {
        self.registration = registration
        self.transport = transport
        self.time = time
        providers = DiscoveredProviders(over: transport, now: time.date)
    }

    /// The token that answers a question, kept or new.
    ///
    /// - Parameters:
    ///   - question: What is asked; it has the same answer while that is good.
    ///   - rejected: A token that the API refused just now, so that the same one does not come back.
    ///   - request: Makes what to ask the token endpoint.
    /// - Returns: The token.
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`; what making the request throws.
    func token(
        for question: Question, rejected: Redacted<String>?,
        asking request: @escaping @Sendable () async throws -> TokenRequest
    ) async throws -> Redacted<String> {
        if let token = usable(question, rejected: rejected) { return token }
        return try await flights.run(for: question) { [self] in
            // Another task may have come back with a token between looking and joining.
            if let token = await usable(question, rejected: rejected) { return token }
            return try await ask(try await request(), for: question)
        }
    }

    private func usable(_ key: Question, rejected: Redacted<String>?) -> Redacted<String>? {
        guard let entry = kept[key], entry.usableUntil > time.elapsed(), entry.accessToken != rejected else {
            return nil
        }
        return entry.accessToken
    }

    private func ask(_ request: TokenRequest, for question: Question) async throws -> Redacted<String> {
        let provider = try await providers.provider(for: registration)
        let response = try await TokenEndpoint(of: provider, for: registration, over: transport, time: time)
            .answer(to: request)
        let (date, now) = (time.date(), time.elapsed())
        guard let token = KeptToken(response, scopes: request.scopes, obtainedAt: date) else {
            throw TokenEndpoint.accessTokenMissing
        }
        kept = kept.filter { $0.value.usableUntil > now }
        kept[question] = Entry(
            accessToken: token.accessToken, usableUntil: now + TokenSchedule(token, now: date).usableFor)
        return token.accessToken
    }
}

extension GrantedTokens {
    /// The tokens that answer one kind of request, for a client of an API that knows nothing of it.
    struct Source: AccessTokenSource {
        let tokens: GrantedTokens
        let subject: Redacted<FormParameters>?
        let request: @Sendable (ScopeSet) -> TokenRequest

        func accessToken(for scopes: ScopeSet, rejected: Redacted<String>?) async throws -> Redacted<String> {
            let question = Question(subject: subject, permissions: scopes.permissions)
            return try await tokens.token(for: question, rejected: rejected) { request(scopes.resourcePart) }
        }
    }
}
