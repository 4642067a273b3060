// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
public import HTTPTypes
public import OAuth
import Provider
import Synchronization

/// A transport to one API that carries an account's or a client's token, and answers the API's challenges.
///
/// After a refusal that another token can help with, the transport sends the request once more, and never a third time:
/// with a refreshed token, also one that meets the claims of the challenge, or after the person has answered. If no
/// other token can be had, the caller gets the refusal with its challenge. An account then tells the reason as an
/// ``AccountEvent``.
///
/// ```swift
/// let transport = flow.authorizedTransport(for: account, scopes: ["User.Read"], to: api)
/// let response = try await transport.send(HTTPRequest(url: api.appending(path: "me")))
/// let profile = try JSONDecoder().decode(Profile.self, from: response.body)
/// ```
public struct AuthorizedTransport: Transport {
    private let tokens: any AccessTokenSource
    private let scopes: ScopeSet
    private let origin: Origin?
    private let isSecure: Bool
    private let transport: any Transport
    private let person: PersonalAnswers?

    /// Creates a transport to one API.
    ///
    /// - Parameters:
    ///   - tokens: The source of the tokens.
    ///   - scopes: The permissions that the tokens must have.
    ///   - api: An address of the API; tokens go only to its scheme, host and port.
    ///   - transport: Sends the requests.
    ///   - answer: Lets the person meet a demand that no refresh meets, so that the source has another token then;
    ///     `nil` gives the caller the refusal. Requests with the same demand share one call.
    public init(
        _ tokens: any AccessTokenSource, scopes: ScopeSet, to api: URL, over transport: any Transport,
        answering answer: (@Sendable (ChallengeAnswer) async throws -> Void)? = nil
    ) {
        person = answer.map(PersonalAnswers.init)
        self.tokens = tokens
        self.scopes = scopes
        origin = Origin(api)
        isSecure = api.hasSecureTransport
        self.transport = transport
    }

    /// Sends a request with a token on it.
    ///
    /// - Throws: `TransportError` (`unusableTarget`) for an address that is not the API's; as
    ///   ``AccessTokenSource/accessToken(for:rejected:)``, if the first token cannot be had; the errors of the
    ///   underlying transport and of the person's answer; `CancellationError`.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let token = try await token(for: request)
        let response = try await transport.send(request.authorized(by: token), body: body)
        guard let answer = ChallengeAnswer(to: response),
            let fresh = try await freshToken(inPlaceOf: token, after: answer), fresh != token
        else { return response }
        return try await transport.send(request.authorized(by: fresh), body: body)
    }

    /// The token for a request to the API.
    ///
    /// - Throws: `TransportError` (`unusableTarget`); as ``AccessTokenSource/accessToken(for:rejected:)``.
    package func token(for request: HTTPRequest) async throws -> Redacted<String> {
        guard let origin, Origin(request) == origin else {
            throw TransportError(
                .unusableTarget,
                "a token for \(origin?.description ?? "this API") must not be sent to another address; "
                    + "make a transport for that API")
        }
        guard isSecure else {
            throw TransportError(
                .unusableTarget,
                "a token must not go to \(origin), which is plain http to another machine; use an https address")
        }
        return try await tokens.accessToken(for: wanted, rejected: nil)
    }

    /// The permissions of the tokens, with those that the person has added.
    private var wanted: ScopeSet { person.map { scopes.union($0.added) } ?? scopes }

    /// Another token; `nil` if none can be had.
    ///
    /// - Throws: The errors of the person's answer; `CancellationError`.
    private func freshToken(
        inPlaceOf rejected: Redacted<String>, after answer: ChallengeAnswer
    ) async throws -> Redacted<String>? {
        switch answer {
        case .giveUp: return nil
        case .refresh: return try await silently { try await tokens.accessToken(for: wanted, rejected: rejected) }
        case .claims(let claims):
            let refreshed = try await silently {
                try await tokens.accessToken(for: wanted, rejected: rejected, meeting: claims)
            }
            if let refreshed, refreshed != rejected { return refreshed }
        case .authenticateAgain, .consent: break
        }
        guard let person else { return nil }
        try await person.give(answer)
        return try await silently { try await tokens.accessToken(for: wanted, rejected: rejected) }
    }

    /// The API has responded, and an error of the token must not hide that response.
    private func silently(
        _ token: () async throws -> Redacted<String>
    ) async throws -> Redacted<String>? {
        do {
            return try await token()
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }
}

/// The answers of the person to an API's demands: one visit for all requests with the same demand.
private final class PersonalAnswers: Sendable {
    private let answer: @Sendable (ChallengeAnswer) async throws -> Void
    private let visits = SingleFlight<ChallengeAnswer, Bool>()
    private let permissions = Mutex<ScopeSet>([])

    init(_ answer: @escaping @Sendable (ChallengeAnswer) async throws -> Void) { self.answer = answer }

    /// The permissions that the person has added.
    var added: ScopeSet { permissions.withLock(\.self) }

    /// Lets the person meet a demand.
    func give(_ demand: ChallengeAnswer) async throws {
        _ = try await visits.run(for: demand) { [answer] in
            try await answer(demand)
            return true
        }
        if case .consent(let scopes) = demand { permissions.withLock { $0 = $0.union(scopes) } }
    }
}
